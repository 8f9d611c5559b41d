"""What the Java virtual machine has to be told to run the phone."""

import shlex
import shutil

from .resources import APP_PACKAGE
from .sources import joined


class Launch:
    """Writes argument files for `java`, and the properties by which Robolectric finds the app and the platform."""

    def __init__(self, root, out, libraries, resources, sources, framework):
        self.root = root
        self.out = out
        self.platform = out / "platform"
        self.class_path = [sources.host_classes, sources.operator_classes, *sources.app_classes, *sources.r_classes]
        self.class_path += libraries.jars("host") + libraries.jars("app")
        # The host names the platform's types before Robolectric has loaded its own copy of them.
        self.class_path.append(framework)
        self.platform.mkdir(exist_ok=True)
        self.add_platform(libraries)
        self._describe_app(resources)

    def add_platform(self, libraries):
        """Robolectric looks for the platform's jars under the names that Maven's repository gives them."""
        for library in libraries.all:
            if library.set.startswith("android-"):
                link = self.platform / f"{library.artifact}-{library.version}.jar"
                link.unlink(missing_ok=True)
                link.symlink_to(libraries.file(library))

    def write(self, name, api):
        """Writes an argument file for a phone of one release."""
        chosen = self.out / f"configuration-{api}"
        chosen.mkdir(exist_ok=True)
        (chosen / "robolectric.properties").write_text(f"sdk={api}\n")
        options = [
            "-Drobolectric.offline=true",
            f"-Drobolectric.dependency.dir={self.platform}",
            *host_options(self.root / "host" / "jvm-options"),
            "-cp",
            joined([chosen, self.out / "configuration", *self.class_path]),
        ]
        (self.out / name).write_text("".join(f'"{option}"\n' for option in options))

    def _describe_app(self, resources):
        manifest = self.out / "AndroidManifest.xml"
        assets = self.out / "assets"
        properties = self.out / "configuration" / "com" / "android" / "tools" / "test_config.properties"
        shutil.copy(self.root / "app" / "AndroidManifest.xml", manifest)
        assets.mkdir(exist_ok=True)
        properties.parent.mkdir(parents=True, exist_ok=True)
        properties.write_text(
            f"android_merged_manifest={manifest}\n"
            f"android_resource_apk={resources.table}\n"
            f"android_merged_assets={assets}\n"
            f"android_custom_package={APP_PACKAGE}\n"
        )


def host_options(file):
    if not file.exists():
        return []
    lines = file.read_text().splitlines()
    return [option for line in lines if not line.startswith("#") for option in shlex.split(line)]
