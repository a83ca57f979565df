"""Agents, players, budgets, and the results of their searches."""

from tesuji.agents.agent import Agent, Player
from tesuji.agents.analysis import Analysis, MoveAnalysis
from tesuji.agents.budget import Budget
from tesuji.agents.evaluators import evaluators, register_evaluator
from tesuji.agents.registry import agent, agents, register_agent
from tesuji.agents.search_check import MoveCheck, SearchCheck
from tesuji.agents.simulation import Simulation
from tesuji.callable_package import make_callable

__all__ = [
    "Agent",
    "Analysis",
    "Budget",
    "MoveAnalysis",
    "MoveCheck",
    "Player",
    "SearchCheck",
    "Simulation",
    "agent",
    "agents",
    "evaluators",
    "register_agent",
    "register_evaluator",
]

make_callable(__name__, agents)
