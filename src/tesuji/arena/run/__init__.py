"""Running: who plays the pairs of a match.

`worker` is what a worker does with a task, `local_pool` starts processes on this machine,
`executors` hands out tasks to them or to a Dask cluster, `conditions` describes the machine.
"""
