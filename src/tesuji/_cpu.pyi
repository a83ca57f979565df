level: int
supported: bool
