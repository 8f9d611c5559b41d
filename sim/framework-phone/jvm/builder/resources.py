"""Resources: every library's compiled once, then linked with the app's into one table, and the R classes over it."""

import re
from pathlib import Path

from . import stages

APP_PACKAGE = "dev.clawperator.conformance"
MACRO = re.compile(r"<macro\s+name=\"([^\"]+)\"\s*>(.*?)</macro>", re.DOTALL)
MACRO_USE = re.compile(r"@macro/([A-Za-z0-9_.]+)")


class Resources:
    def __init__(self, source, conformance, out, libraries, framework):
        self.source = source
        self.conformance = conformance
        self.out = out
        self.libraries = libraries
        self.framework = framework
        self.compiled = out / "resources"
        self.app_compiled = out / "app-resources.zip"
        self.conformance_compiled = out / "conformance-resources.zip"
        self.table = out / "resources.apk"
        self.generated = out / "generated"
        self.library_classes = out / "classes" / "library-r"
        self.classes = out / "classes" / "r"

    def build(self, build_stages):
        here = stages.digest(Path(__file__))
        key = stages.digest(self.libraries.key, here)
        build_stages.run("library resources", key, [self.compiled], self._compile_libraries)
        own = [self.source / "res", self.source / "AndroidManifest.xml", self.conformance / "res"]
        link_key = stages.digest(key, *own)
        build_stages.run("link resources", link_key, [self.table, self.classes], self._link)
        build_stages.run("library R classes", key, [self.library_classes], self._library_r_classes)

    @property
    def names(self):
        """What changes when the app's code could see another set of resources: the names, not the numbers."""
        text = (self.generated / "R.txt").read_text()
        return stages.digest(re.sub(r"0x[0-9a-f]+", "", text))

    def _compile_libraries(self):
        stages.empty_folder(self.compiled)
        for library in self._libraries_with("res"):
            folder = self.libraries.unpacked / library.name / "res"
            replace_macros(folder)
            stages.call(["aapt2", "compile", "--dir", folder, "-o", self.compiled / f"{library.name}.zip"])

    def _link(self):
        own = {self.app_compiled: self.source, self.conformance_compiled: self.conformance}
        for compiled, source in own.items():
            stages.call(["aapt2", "compile", "--dir", source / "res", "-o", compiled])
        stages.empty_folder(self.generated)
        # As plain inputs two libraries that define the same styleable are refused; as overlays they are merged.
        overlays = []
        for file in [*sorted(self.compiled.glob("*.zip")), *own]:
            overlays += ["-R", file]
        stages.call(
            ["aapt2", "link", "-o", self.table, "-I", self.framework]
            + ["--manifest", self.source / "AndroidManifest.xml"]
            + ["--java", self.generated, "--output-text-symbols", self.generated / "R.txt"]
            + ["--non-final-ids", "--auto-add-overlay", "--no-version-vectors", *overlays]
        )
        source = self.generated / Path(*APP_PACKAGE.split(".")) / "R.java"
        # The libraries' R classes inherit from this one.
        source.write_text(source.read_text().replace("public static final class", "public static class"))
        stages.call(["javac", "-nowarn", "--release", "17", "-d", stages.empty_folder(self.classes), source])

    def _library_r_classes(self):
        """An R class for each library's package, which holds nothing and inherits every number from the app's.

        A full class for each of some sixty packages takes a minute to compile, and would have to be compiled again
        whenever the app gains an id. A static field is looked up in the superclass when the class itself lacks it.
        """
        app = (self.generated / Path(*APP_PACKAGE.split(".")) / "R.java").read_text()
        types = re.findall(r"public static class (\w+)", app)
        sources = stages.empty_folder(self.out / "library-r")
        for package in sorted({self._package(library) for library in self._libraries_with("AndroidManifest.xml")}):
            inner = "".join(f"public static class {name} extends {APP_PACKAGE}.R.{name} {{}}\n" for name in types)
            file = sources / package / "R.java"
            file.parent.mkdir()
            file.write_text(f"package {package};\npublic final class R {{\n{inner}}}\n")
        files = sorted(sources.rglob("R.java"))
        out = stages.empty_folder(self.library_classes)
        stages.call(["javac", "-nowarn", "--release", "17", "-cp", self.classes, "-d", out, *files])

    def _libraries_with(self, part):
        found = [library for library in self.libraries.of("app") if library.type == "aar"]
        return [library for library in found if (self.libraries.unpacked / library.name / part).exists()]

    def _package(self, library):
        manifest = (self.libraries.unpacked / library.name / "AndroidManifest.xml").read_text()
        return re.search(r"package=\"([^\"]+)\"", manifest).group(1)


def replace_macros(folder):
    """Puts the body of each macro where it is used: Debian's aapt2 does not know this type of resource."""
    texts = {file: file.read_text() for file in folder.rglob("*.xml")}
    macros = {name: body.strip() for text in texts.values() for name, body in MACRO.findall(text)}
    if not macros:
        return
    for file, text in texts.items():
        changed = MACRO.sub("", text)
        # A macro's body may name another macro.
        while MACRO_USE.search(changed):
            changed = MACRO_USE.sub(lambda use: macros[use.group(1)], changed)
        if changed != text:
            file.write_text(changed)
