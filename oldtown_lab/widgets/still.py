"""Widgets that leave something to see where no kernel runs: in saved and exported notebooks and in file views."""

from __future__ import annotations

from typing import Any

VIEW = "application/vnd.jupyter.widget-view+json"


class Still:
    """Mixed into a widget: beside the live view its output holds the same as text and HTML.

    A page that can show the widget does; all others show the picture. :meth:`still` says what that is.
    """

    def still(self) -> dict[str, Any]:
        """What is shown in the widget's place: text/plain and text/html."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        live: dict[str, Any] = super()._repr_mimebundle_(**kwargs) or {}  # type: ignore[misc]
        return {**live, **self.still()}
