"""Tests of the page: the server by a WebSocket, the page by a browser."""
