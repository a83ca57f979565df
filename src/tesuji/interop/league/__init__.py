"""Leagues: one file describes a course; from it come the starter kit, autograders and grades.

`course` reads the file, `grading` decides grades, `kit` writes the folders for students and
graders, `autograde` grades one submission.
"""

from tesuji.interop.league.course import Course, read_course

__all__ = ["Course", "read_course"]
