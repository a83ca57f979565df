"""The parts of `tesuji.interop.check_agent`.

`positions` draws positions of all sizes and phases, `asking` runs the agent in another process,
`worker` is that process, `faults` finds what is wrong with the answers, and `report` shows it.
"""
