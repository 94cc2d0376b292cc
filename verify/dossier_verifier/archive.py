"""Reads the ZIP of a dossier into memory, never to disk, and compares its files with its manifest."""

import hashlib
import json
import zipfile
import zlib
from typing import Any, Dict, List

from .law import FIRST_YEAR
from .lines import FIELDS, Difference, file_name

FORMAT = 1
MANIFEST = "manifest.json"
# A dossier of 100,000 transactions has about 150 MB.
BYTES_MAX = 2**30
MANIFEST_BYTES_MAX = 2**20
ENTRIES_MAX = 1000
LAST_YEAR = 2100

DATA_FILES = [file_name(name) for name in [*FIELDS, "opening"]]


class Unreadable(Exception):
    """The file is no dossier that this program can read."""


class Dossier:
    """The manifest and the files of a dossier, with the differences between the two."""

    def __init__(self, manifest: Dict[str, Any], files: Dict[str, bytes]) -> None:
        self.manifest = manifest
        self.files = files
        self.differences: List[Difference] = []
        self.data_hash = _data_hash(files)
        self._check()

    def _check(self) -> None:
        named = {entry["name"] for entry in self.manifest["files"]}
        for entry in self.manifest["files"]:
            self._check_file(entry)
        for name in self.files:
            if name not in named:
                self._differs(name, "", "a file", "no file: the manifest does not name it")
        for name in DATA_FILES:
            if name not in named:
                self._differs(MANIFEST, "files", "no " + name, name)
        said = self.manifest.get("dataSha256")
        if said != self.data_hash:
            self._differs(MANIFEST, "dataSha256", str(said), self.data_hash)

    def _check_file(self, entry: Dict[str, Any]) -> None:
        name = entry["name"]
        content = self.files.get(name)
        if content is None:
            self._differs(name, "", "no file", "a file: the manifest names it")
            return
        counted = {
            "bytes": len(content),
            "lines": content.count(b"\n"),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        for field, expected in counted.items():
            if entry.get(field) != expected:
                self._differs(name, field, f"{entry.get(field)} in the manifest", f"{expected} in the file")
                return

    def _differs(self, file: str, field: str, says: str, expected: str) -> None:
        self.differences.append(Difference(file, None, field, says, expected))


def _data_hash(files: Dict[str, bytes]) -> str:
    lines = [
        f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n"
        for name in sorted(files)
        if name.startswith("data/")
    ]
    return hashlib.sha256("".join(lines).encode("utf-8")).hexdigest()


def read_archive(path: Any) -> Dossier:
    """Reads a dossier from a path or an open file. Throws Unreadable for anything else."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive)
    except (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise Unreadable(f"this is no ZIP file that can be read ({error})") from error


def _read(archive: zipfile.ZipFile) -> Dossier:
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if len(entries) > ENTRIES_MAX or len(set(names)) != len(names):
        raise Unreadable("the ZIP file has too many files, or a file twice")
    if not names or names[-1] != MANIFEST:
        raise Unreadable("the last file of a dossier is manifest.json")
    manifest = _manifest(_content(archive, entries[-1], MANIFEST_BYTES_MAX))
    sizes = {entry["name"]: entry["bytes"] for entry in manifest["files"]}
    files: Dict[str, bytes] = {}
    left = BYTES_MAX
    for entry in entries[:-1]:
        # A file is unpacked up to the size that the manifest says, and one byte more.
        allowed = min(left, sizes.get(entry.filename, 0) + 1)
        files[entry.filename] = _content(archive, entry, allowed)
        left -= len(files[entry.filename])
        if left <= 0:
            raise Unreadable(f"the dossier is larger than {BYTES_MAX} bytes")
    return Dossier(manifest, files)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, bytes_max: int) -> bytes:
    """Returns the bytes of a file up to the allowed number; a larger file has another size then."""
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unreadable(f"{entry.filename} is packed in a way that a dossier never is")
    with archive.open(entry) as file:
        return file.read(bytes_max)


def _manifest(content: bytes) -> Dict[str, Any]:
    try:
        manifest = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unreadable("manifest.json is no JSON") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise Unreadable(f"this program reads dossiers of format {FORMAT}: a newer one may be needed")
    is_whole = (
        _is_int(manifest.get("year"))
        and FIRST_YEAR <= manifest["year"] <= LAST_YEAR
        and isinstance(manifest.get("recomputable"), bool)
        and isinstance(manifest.get("chain"), dict)
        and isinstance(manifest.get("files"), list)
        and all(_is_entry(entry) for entry in manifest["files"])
    )
    if not is_whole:
        raise Unreadable("manifest.json lacks year, recomputable, chain or files")
    return manifest


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("name"), str) and _is_int(entry.get("bytes"))


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
