"""Rulesets, the four that come with Outrider and the GM's own folders, and casebooks for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path

from core.casebook.cases import Bad, Case, Casebook, parse
from core.files import FileError
from core.messages import Message, Refusal
from core.rulesets.folder_keys import HEAD
from core.rulesets.parse import heading, parse_ruleset
from core.rulesets.schema import Ruleset
from core.values import Struct
from saves import paths
from saves.store.packaged_rulesets import PACKAGED, packaged

LARGEST = 2_000_000
"""Maximum bytes of a file."""
TOML = ".toml"


def load_folder(folder: Path, others: Iterable[Path] = ()) -> Ruleset:
    """A GM's ruleset: a folder of TOML files whose ruleset.toml says what it `extends`.

    That is one of the four, or the ruleset of one of the folders `others`. Raises FileError, with
    the path of the file and the key.
    """
    return _load(folder, _by_id((folder, *others)), ())


def own_folders() -> tuple[Path, ...]:
    """The GM's own rulesets in Outrider's folder of rulesets, in the order of their names."""
    return tuple(folder for folder in _own_places() if (folder / HEAD).is_file())


def _own_places() -> tuple[Path, ...]:
    try:
        return tuple(sorted(paths.rulesets().iterdir()))
    except OSError:  # there is none
        return ()


def own_shelf() -> tuple[Listed, ...]:
    """The GM's own rulesets, and what is in Outrider's folder of rulesets and is none."""
    own = listed(own_folders())[len(PACKAGED) :]
    return (*own, *_misplaced())


def _misplaced() -> Iterator[Listed]:
    for place in _own_places():
        if place.name.startswith(".") or (place / HEAD).is_file():
            continue
        if place.is_dir():
            message = Message("is missing in {folder}", folder=str(place))
            error = FileError("", message, file=str(place / HEAD))
        elif place.suffix.lower() == TOML:
            name = place.stem.lower()
            message = Message("a ruleset is a folder: move it to {path}", path=f"{name}/{HEAD}")
            error = FileError("", message, file=str(place))
        else:
            continue
        yield Listed(place.name, place, None, (error,))


def folder_of(name: str, folders: Iterable[Path]) -> Path | None:
    """The folder whose ruleset has the id `name`; folders that cannot be read are passed over."""
    return _by_id(folders).get(name)


def own_ruleset(name: str) -> Ruleset | None:
    """The ruleset with the id `name` in Outrider's folder of rulesets; None if there is none.

    Raises FileError if its folder is bad.
    """
    folders = own_folders()
    folder = folder_of(name, folders)
    if folder is None:
        for place in _own_places():
            if place.name == name and place.is_dir():
                _heading(place)  # says why it cannot be told which ruleset this is
        return None
    return load_folder(folder, folders)


def startable(own: Iterable[Listed] | None = None) -> tuple[Ruleset, ...]:
    """The rulesets that a campaign may begin with: the four, and the GM's own without mistakes.

    `own` is `own_shelf()` where that has been read.
    """
    shelf = own_shelf() if own is None else own
    good = (entry.rules for entry in shelf)
    return (*map(packaged, PACKAGED), *(rules for rules in good if rules is not None))


def named(name: str, folders: Iterable[Path] = ()) -> Ruleset:
    """The ruleset with the id `name`: one of the four, or that of one of `folders`.

    Raises Refusal "unknown_ruleset", which lists the known ones; FileError if its folder is bad.
    """
    if name in PACKAGED:
        return packaged(name)
    given = tuple(folders)
    known = {_heading(folder)[0]: folder for folder in given}
    if name in known:
        return load_folder(known[name], given)
    choices = (*PACKAGED, *sorted(known))
    near = get_close_matches(name, choices, n=1)
    if near:
        raise Refusal(
            "unknown_ruleset",
            "There is no ruleset {name}; did you mean {suggestion}?",
            name=name,
            suggestion=near[0],
        )
    raise Refusal(
        "unknown_ruleset",
        "There is no ruleset {name}; there are {choices}.",
        name=name,
        choices=choices,
    )


class Listed(Struct):
    """A ruleset in a list: its folder (None: it comes with Outrider) and its errors.

    `unread` are TOML files in folders of that folder, which are no part of it.
    """

    id: str
    folder: Path | None
    rules: Ruleset | None
    errors: tuple[FileError, ...] = ()
    unread: tuple[Path, ...] = ()


def listed(folders: Iterable[Path] = ()) -> tuple[Listed, ...]:
    """The four rulesets and those of `folders`, in that order."""
    given = tuple(folders)
    shelf = [Listed(name, None, packaged(name)) for name in PACKAGED]
    for folder in given:
        shelf.append(_listed(folder, given, {entry.id for entry in shelf}))
    return tuple(shelf)


def _listed(folder: Path, given: tuple[Path, ...], taken: set[str]) -> Listed:
    try:
        rules = load_folder(folder, given)
        if rules.id in taken:
            message = Message("another ruleset is called {name} as well", name=rules.id)
            raise FileError("id", message, file=str(folder / HEAD))
    except FileError as wrong:
        return Listed(folder.name, folder, None, (wrong, *wrong.also), _unread(folder))
    return Listed(rules.id, folder, rules, unread=_unread(folder))


def _unread(folder: Path) -> tuple[Path, ...]:
    below = sorted(folder.glob(f"[!.]*/*{TOML}"))
    return tuple(path for path in below if path.is_file())


def _load(folder: Path, known: Mapping[str, Path], below: tuple[Path, ...]) -> Ruleset:
    chain = (*below, folder)
    with _naming_folder(folder):
        texts = _texts(folder)
        name, extends = heading(texts)
        base_folder = _base_folder(name, extends, known, chain)
    if base_folder is None:
        base = packaged(extends).as_before()
    else:
        base = _load(base_folder, known, chain)
    with _naming_folder(folder):
        return parse_ruleset(texts, base, by_gm=True)


def _base_folder(
    name: str, extends: str, known: Mapping[str, Path], chain: tuple[Path, ...]
) -> Path | None:
    """The folder that a ruleset extends; None for one of the four. FileError if there is none."""
    if name in PACKAGED:
        message = Message("{name} is one of Outrider's own rulesets", name=name)
        raise FileError("id", message, file=HEAD)
    if extends in PACKAGED:
        return None
    base = known.get(extends)
    if base is None:
        choices = (*PACKAGED, *sorted(known.keys() - {name}))
        message = Message(
            "no ruleset {name}; there are {choices}"
            if extends
            else "must name the ruleset to build on: {choices}",
            name=extends,
            choices=choices,
        )
        raise FileError("extends", message, file=HEAD)
    if base in chain:
        circle = " > ".join(each.name for each in (*chain[chain.index(base) :], base))
        message = Message("goes round in a circle: {chain}", chain=circle)
        raise FileError("extends", message, file=HEAD)
    return base


@contextmanager
def _naming_folder(folder: Path) -> Iterator[None]:
    """Let the files of a FileError of the block be paths."""
    try:
        yield
    except FileError as wrong:
        for error in (wrong, *wrong.also):
            error.file = str(folder / error.file)
        raise


def _heading(folder: Path) -> tuple[str, str]:
    with _naming_folder(folder):
        return heading(_texts(folder))


def _by_id(folders: Iterable[Path]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for other in folders:
        try:
            found.setdefault(heading(_texts(other))[0], other)
        except FileError:
            continue
    return found


def _texts(folder: Path) -> dict[str, str]:
    try:
        texts = dict(_readable(folder))
    except OSError as wrong:
        said = Message("cannot be read: {why}", why=wrong.strerror or type(wrong).__name__)
        raise FileError("", said) from wrong
    except ValueError as wrong:
        raise FileError("", Message("is no name of a folder")) from wrong
    if HEAD not in texts:
        raise FileError("", Message("is missing in {folder}", folder=str(folder)), file=HEAD)
    return texts


def _readable(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() != TOML or path.is_dir():
            continue
        if not path.is_file():
            if path.name.startswith("."):  # the lock of an editor
                continue
            raise FileError("", Message("is a link to a file that is not there"), file=path.name)
        if path.suffix != TOML:
            message = Message("must end in {suffix}, in small letters", suffix=TOML)
            raise FileError("", message, file=path.name)
        if path.stat().st_size > LARGEST:
            raise FileError("", Message("is too large for a ruleset"), file=path.name)
        try:
            yield path.name, path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as wrong:
            line = wrong.object[: wrong.start].count(b"\n") + 1
            message = Message("line {line}: is not UTF-8 text; save it as UTF-8", line=line)
            raise FileError("", message, file=path.name, line=line) from wrong


LARGEST_CASEBOOK = 20_000_000
"""Maximum bytes of a casebook."""


def read_casebook(path: Path) -> Casebook:
    """The casebook in a file; an unreadable file is one `Bad`, not an error."""
    file = str(path)
    try:
        if path.stat().st_size > LARGEST_CASEBOOK:
            return _unreadable(file, Message("is too large for a casebook"))
        text = path.read_text(encoding="utf-8-sig")
    except OSError as wrong:
        why = wrong.strerror or type(wrong).__name__
        return _unreadable(file, Message("cannot be read: {why}", why=why))
    except UnicodeDecodeError:
        return _unreadable(file, Message("is not UTF-8 text"))
    except ValueError:
        return _unreadable(file, Message("is no name of a file"))
    return parse(file, text)


def rulesets_for(
    cases: Iterable[Case], folders: Iterable[Path] = ()
) -> tuple[dict[str, Ruleset], tuple[Bad, ...]]:
    """The rulesets that `cases` name and those of the GM's `folders`, by id; and their errors.

    A name that none of these has is looked for in Outrider's folder of rulesets.
    """
    wanted = {case.ruleset for case in cases}
    found = {name: packaged(name) for name in PACKAGED if name in wanted}
    bad: list[Bad] = []
    given = tuple(folders)
    for folder in given:
        found.update(_read_for_cases(folder, given, bad))
    own = own_folders()
    for name in sorted(wanted - found.keys()):
        mine = folder_of(name, own)
        if mine is not None:
            found.update(_read_for_cases(mine, own, bad))
    return found, tuple(bad)


def _read_for_cases(folder: Path, others: Iterable[Path], bad: list[Bad]) -> dict[str, Ruleset]:
    try:
        rules = load_folder(folder, others)
    except FileError as wrong:
        bad += [Bad(error.file, "", error.key, error.message) for error in (wrong, *wrong.also)]
        return {}
    return {rules.id: rules}


def _unreadable(file: str, message: Message) -> Casebook:
    return Casebook(file, (), (Bad(file, "", "", message),))
