"""The few rules of style that widgets cannot be given one by one."""

from __future__ import annotations

#: From this width on, the tabs stand beside the board. There the cards take the height that the board gives them,
#: and scroll; below, where the tabs stand under the board, they have a height of their own.
SIDE_BY_SIDE = "880px"

STYLE = f"""<style>
.oldtown-lab {{ container-type: inline-size; }}
.oldtown-lab p {{ margin: .3em 0; }}
.oldtown-lab :is(button, select, input, summary, [role=tab], .oldtown-answer):focus-visible,
.oldtown-shelf :is(button, select):focus-visible, .oldtown-player :is(button, summary):focus-visible {{
  outline: 3px solid #1b75d0; outline-offset: 1px; }}
.oldtown-card-used img {{ opacity: .6; }}
.oldtown-buildings .widget-toggle-button, .oldtown-buildings button {{ padding: 0 6px; font-size: 12px; }}
.oldtown-tick label {{ display: flex; align-items: baseline; justify-content: flex-start; gap: .5em; width: 100%;
  height: auto; padding: .15em 0; overflow: visible; }}
.oldtown-tick label input[type=checkbox] {{ flex: none; width: auto; margin: 0; }}
.oldtown-tick label span {{ flex: 1 1 0; text-align: left; white-space: normal; overflow: visible; line-height: 1.35;
  height: auto; }}
.oldtown-tabs .oldtown-shelf {{ max-height: 60em; overflow: auto; }}
@container (min-width: {SIDE_BY_SIDE}) {{
  .oldtown-tabs .widget-tab-contents {{ position: relative; }}
  .oldtown-tabs .oldtown-shelf {{ position: absolute; inset: 10px 4px 10px 15px; max-height: none; }}
}}
</style>"""
