"""Finding and reading what people write, and the sentences about its faults."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ConfigDict, Field

from brimstone_env.core.configs import checked, find_config, list_configs, read_toml
from brimstone_env.core.errors import InputError


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid")
    steps: int = Field(default=1, ge=1, le=9)


class Outer(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    parts: tuple[Inner, ...] = ()
    table: dict[str, int] = Field(default_factory=dict)


def test_find_config__knows_every_listed_config():
    names = list_configs("scenarios")
    assert names == sorted(names)
    assert "mine-fight" in names
    for name in names:
        assert find_config("scenarios", name).name == f"{name}.toml"


def test_find_config__unknown_name_suggests_the_nearest():
    with pytest.raises(InputError) as caught:
        find_config("scenarios", "mine-figt")
    assert "no config 'mine-figt' in scenarios: did you mean 'mine-fight'?" in str(caught.value)
    with pytest.raises(InputError, match="allowed: none"):
        find_config("no-such-kind", "x")


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot be read"), (b"a = ", "is not TOML"), (b"a = '\xff'", "is not UTF-8 text")],
)
def test_read_toml__faults_name_the_file(tmp_path, content, message):
    path = tmp_path / "broken.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_toml(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "f: key 'name' is missing"),
        ({"nme": "x"}, "f: unknown key 'nme': did you mean 'name'? allowed: name, parts, table"),
        ({"name": 3}, "f: name is 3, allowed is a text"),
        ({"name": "x", "parts": [{"steps": 1}, {"stps": 2}]}, "f: unknown key 'parts.1.stps': did you mean 'steps'?"),
        ({"name": "x", "parts": [{"steps": 0}]}, "f: parts.0.steps is 0, allowed is 1 to 9"),
        ({"name": "x", "parts": [{"steps": 10}]}, "f: parts.0.steps is 10, allowed is 1 to 9"),
        ({"name": "x", "parts": 3}, "f: parts is 3, allowed is a list"),
        ({"name": "x", "table": {"a": "b" * 99}}, "f: table.a is 'bbb"),
        (3, "f: it is 3, allowed is a table of keys and values"),
    ],
)
def test_checked__one_sentence_a_fault(values, sentence):
    with pytest.raises(InputError) as caught:
        checked(Outer, values, "f")
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
