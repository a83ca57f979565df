"""Other people's agents, frameworks and games, contained.

`process` and `sandbox` run a foreign agent, `engine` speaks our line protocol, `course` speaks the
protocols of four courses; `check_agent` and `ladder` are built on them.
"""
