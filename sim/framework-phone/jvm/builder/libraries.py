"""The libraries: fetched by Maven as the list names them, checked, and unpacked.

Maven resolves nothing on its own here. The androidx descriptions ask for version ranges that it cannot satisfy, so that
every artifact is listed, and fetched without what it depends on.
"""

import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path

from . import stages

PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"

PARENT = """<project>
<modelVersion>4.0.0</modelVersion>
<groupId>dev.clawperator</groupId><artifactId>libraries</artifactId><version>1</version><packaging>pom</packaging>
<repositories><repository><id>google</id><url>https://maven.google.com</url></repository></repositories>
<modules>{modules}</modules>
</project>
"""

MODULE = """<project>
<modelVersion>4.0.0</modelVersion>
<parent><groupId>dev.clawperator</groupId><artifactId>libraries</artifactId><version>1</version></parent>
<artifactId>{name}</artifactId><packaging>pom</packaging>
<dependencies>{dependencies}</dependencies>
</project>
"""

DEPENDENCY = """<dependency>
<groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version><type>{type}</type>
<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
</dependency>
"""


@dataclass(frozen=True)
class Library:
    """One line of the list: which set it belongs to, its coordinates, and the hash of its file."""

    set: str
    group: str
    artifact: str
    version: str
    type: str
    sha256: str

    @property
    def file_name(self):
        return f"{self.group}.{self.artifact}-{self.version}.{self.type}"

    @property
    def name(self):
        return f"{self.group}.{self.artifact}"


class Libraries:
    """The listed libraries of the wanted sets, and where their files are."""

    def __init__(self, listing, out, sets):
        self.folder = out / "libraries"
        self.unpacked = out / "unpacked"
        self.sets = sets
        self.all = [library for library in read_list(listing) if library.set in sets]
        self.key = stages.digest("\n".join(map(str, self.all)), Path(__file__))

    def fetch(self, build_stages):
        files = [self.file(library) for library in self.all]
        build_stages.run("fetch " + " ".join(self.sets), self.key, files, self._fetch)
        build_stages.run("unpack " + " ".join(self.sets), self.key, [self.unpacked], self._unpack)

    def file(self, library):
        return self.folder / library.set / library.file_name

    def of(self, name):
        return [library for library in self.all if library.set == name]

    def jars(self, name):
        """The class files of one set: the jars, and those inside the AARs."""
        jars = []
        for library in self.of(name):
            if library.type == "jar":
                jars.append(self.file(library))
            else:
                folder = self.unpacked / library.name
                jars.append(folder / "classes.jar")
                jars.extend(sorted(folder.glob("libs/*.jar")))
        return [jar for jar in jars if jar.exists()]

    def _fetch(self):
        project = stages.empty_folder(self.folder.parent / "maven")
        for name in self.sets:
            (project / name).mkdir()
            dependencies = "".join(DEPENDENCY.format(**vars(library)) for library in self.of(name))
            (project / name / "pom.xml").write_text(MODULE.format(name=name, dependencies=dependencies))
            stages.empty_folder(self.folder / name)
        modules = "".join(f"<module>{name}</module>" for name in self.sets)
        (project / "pom.xml").write_text(PARENT.format(modules=modules))
        stages.call(
            ["mvn", "-q", "-B", "-f", project / "pom.xml", PLUGIN, "-Dmdep.prependGroupId=true"]
            + [f"-DoutputDirectory={self.folder}/${{project.artifactId}}"]
        )
        for library in self.all:
            found = hashlib.sha256(self.file(library).read_bytes()).hexdigest()
            if found != library.sha256:
                raise SystemExit(f"{library.file_name} has sha256 {found}, and the list says {library.sha256}")

    def _unpack(self):
        for library in self.all:
            if library.type == "aar":
                folder = stages.empty_folder(self.unpacked / library.name)
                with zipfile.ZipFile(self.file(library)) as archive:
                    archive.extractall(folder)


def read_list(listing):
    libraries = []
    for line in listing.read_text().splitlines():
        if line and not line.startswith("#"):
            name, coordinates, sha256 = line.split()
            libraries.append(Library(name, *coordinates.split(":"), sha256))
    return libraries
