"""The app's and the host's classes."""

import re
import shutil
from pathlib import Path

from . import stages

COMPILER = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
PLUGIN = "kotlin-compose-compiler-plugin-embeddable"

# A compiler that runs for seconds gains nothing from being compiled well itself.
QUICK = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]


class Sources:
    def __init__(self, root, out, libraries, resources, framework):
        self.root = root
        self.out = out
        self.libraries = libraries
        self.resources = resources
        self.framework = framework
        self.java_classes = out / "classes" / "app-java"
        self.kit_classes = out / "classes" / "app-kit"
        self.page_classes = out / "classes" / "app-pages"
        self.host_classes = out / "classes" / "host"
        # The Operator of the product, from the source that its jar is made of.
        self.operator = root.parents[2] / "operator" / "java"
        self.operator_classes = out / "classes" / "operator"
        # The pages of the app that any phone is checked with are pages of this phone's app too.
        self.app_java = [root / "app" / "java", resources.conformance / "java"]
        self.here = stages.digest(Path(__file__))

    @property
    def app_classes(self):
        return [self.java_classes, self.kit_classes, self.page_classes]

    @property
    def r_classes(self):
        return [self.resources.classes, self.resources.library_classes]

    def build(self, build_stages):
        app = self.root / "app"
        below = stages.digest(self.here, self.libraries.key)
        java_key = stages.digest(below, self.resources.names, *self.app_java)
        build_stages.run("app, Java", java_key, [self.java_classes], self._app_java)
        # Kotlin sees Java and not the other way round.
        kit_key = stages.digest(below, self._java_named_in(app / "kotlin"), app / "kotlin" / "kit")
        build_stages.run("app, shared Kotlin", kit_key, [self.kit_classes], self._app_kit)
        pages_key = stages.digest(kit_key, app / "kotlin" / "pages")
        build_stages.run("app, Compose pages", pages_key, [self.page_classes], lambda: self._app_pages(kit_key))
        operator_key = stages.digest(below, self.operator)
        build_stages.run("Operator", operator_key, [self.operator_classes], self._operator)
        host_key = stages.digest(operator_key, self._java_named_in(self.root / "host"), self.root / "host")
        build_stages.run("host", host_key, [self.host_classes], self._host)

    def _java_named_in(self, folder):
        """A hash of the app's Java classes that the sources of `folder` name: most pages are of no concern to them."""
        words = set()
        for file in stages.files_below(folder):
            if file.suffix in (".kt", ".java"):
                words.update(re.findall(r"\w+", file.read_text()))
        java = [file for folder in self.app_java for file in stages.files_below(folder, ".java")]
        return stages.digest(*(file for file in java if file.stem in words))

    def _app_java(self):
        self._javac(self.app_java, self.r_classes + self._app_libraries(), self.java_classes)

    def _app_kit(self):
        folder = stages.empty_folder(self.kit_classes)
        self._kotlinc(stages.files_below(self.root / "app" / "kotlin" / "kit", ".kt"), [], folder)

    def _app_pages(self, kit_key):
        """Compiles the pages that changed. Each is an object of its own, so that no page sees another."""
        seen = self.out / "pages"
        files = stages.files_below(self.root / "app" / "kotlin" / "pages", ".kt")
        keys = {file.name: stages.digest(kit_key, file) for file in files}
        before = {stamp.name: stamp.read_text() for stamp in seen.glob("*.kt")} if self.page_classes.exists() else {}
        if before.keys() - keys.keys():
            before = {}
        if not before:
            stages.empty_folder(self.page_classes)
            stages.empty_folder(seen)
        stale = [file for file in files if before.get(file.name) != keys[file.name]]
        if stale:
            # The list of pages names the others, and is compiled with whatever changed.
            listing = [file for file in files if file.name == "ComposePages.kt" and file not in stale]
            self._kotlinc(stale + listing, [self.kit_classes, self.page_classes], self.page_classes)
        for file in stale:
            (seen / file.name).write_text(keys[file.name])

    def _operator(self):
        self._javac([self.operator], [self.framework], self.operator_classes)

    def _host(self):
        source = self.root / "host"
        class_path = [self.operator_classes] + self.app_classes + self.r_classes + self.libraries.jars("host") + self._app_libraries()
        self._javac([source], class_path, self.host_classes)
        resources = source / "resources"
        if resources.exists():
            shutil.copytree(resources, self.host_classes, dirs_exist_ok=True)

    def _app_libraries(self):
        return self.libraries.jars("app") + [self.framework]

    def _javac(self, sources, class_path, folder):
        stages.empty_folder(folder)
        files = [file for source in sources for file in stages.files_below(source, ".java")]
        if files:
            stages.call(
                ["javac", *QUICK, "-nowarn", "-Xlint:-options", "-proc:none", "-g", "-parameters", "-encoding", "UTF-8"]
                + ["-source", "17", "-target", "17", "-cp", joined(class_path), "-d", folder, *files]
            )

    def _kotlinc(self, files, class_path, folder):
        compiler = self.libraries.jars("kotlin")
        plugin = next(jar for jar in compiler if PLUGIN in jar.name)
        class_path = [*class_path, self.java_classes, *self.r_classes, *self._app_libraries()]
        # The archive holds the compiler's own classes ready to run, which halves the time of a small compilation.
        archive = self.out / "kotlin-compiler.jsa"
        stages.call(
            ["java", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"]
            + [f"-XX:SharedArchiveFile={archive}" if archive.exists() else f"-XX:ArchiveClassesAtExit={archive}"]
            + ["-cp", joined(compiler), COMPILER, "-no-stdlib", "-no-reflect", "-jvm-target", "17"]
            + ["-nowarn", f"-Xplugin={plugin}", "-module-name", folder.name, "-cp", joined(class_path)]
            + ["-d", folder, *files]
        )


def joined(paths):
    return ":".join(map(str, paths))
