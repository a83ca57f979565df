"""Workers that play the pairs of a match.

`worker` plays the pair of a task, `local_pool` starts processes on this machine, `executors`
hands out tasks to them or to a Dask cluster, and `conditions` describes the machine.
"""
