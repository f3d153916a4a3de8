"""Lasting statements in Russian, Chinese, Japanese and Korean.

Russian tells an order from a description by the verb's ending; the others by words that stand for it, without spaces.
"""

from __future__ import annotations

import re

from lamina.distil.languages import Tongue
from lamina.distil.triggers import Table, Trigger, trigger


def _tongue(letters: str, silent: str, *triggers: Trigger) -> Tongue:
    return Tongue(re.compile(letters), re.compile(silent), Table(*triggers))


def _rule(why: str, pattern: str) -> Trigger:
    return trigger(why, "rule", pattern)


_TOLD = r"\w+(?:[иь]|[иь]те|и(?:ся|сь))\b"
"""An order's ending, folded."""
RUSSIAN = _tongue(
    "[а-я]",
    r"\?|^(?:почему|зачем|как|что|когда|где|какои)\b|\b(?:пока|еще не|сеичас|в этот раз|временно|сегодня|как всегда|"
    r"почти "
    r"всегда|неважно|забеи)\b",
    _rule("asks to remember", r"\b(?:запомни|помни|имеи в виду|учти|не забываи|не забудь)(?:те)?\b"),
    _rule(
        "says from now on",
        r"\b(?:с этого момента|отныне|впредь|в будущем|на будущее|с сегодняшнего дня|в следующии раз|"
        r"перед каждым (?:коммитом|пушем)|каждыи раз,? когда ты)\b",
    ),
    _rule(
        "says always",
        rf"(?:^|[,:.] |\b(?:пожалуиста|и|но),? )(?:всегда|обязательно) (?:\w+ ){{0,2}}?{_TOLD}|^{_TOLD} (?:\w+ "
        rf")?(?:всегда\b|.*\b(?:а не|вместо)\b)",
    ),
    _rule(
        "says never",
        rf"\bникогда не {_TOLD}|^(?:пожалуиста,? )?(?:\w+ ){{0,2}}?не {_TOLD}|\bнельзя\b|\bни в коем случае\b",
    ),
    _rule(
        "says to stop it",
        r"\b(?:перестань|прекрати|хватит|избегаи|не надо)(?:те)?\b|\bбез (?:моего|спроса|разрешения)\b",
    ),
    trigger(
        "says what is used here",
        "convention",
        r"\bмы (?:здесь |тут |всегда |никогда )?(?:не )?(?:используем|пишем|коммитим|делаем|храним|применяем|пушим|"
        r"тестируем|"
        r"договорились|решили)\b|\bу нас (?:принято|в проекте|не принято)|\bв (?:этом|нашем) (?:проекте|"
        r"репозитории)\b",
    ),
    trigger(
        "prefers",
        "preference",
        r"\bя (?:предпочитаю|не люблю|люблю|хочу,? чтобы|не хочу|ненавижу)\b|\bмне (?:больше |не )?нравится\b|"
        r"\bлучше без\b",
    ),
)
CHINESE = _tongue(
    "[\u4e00-\u9fff]",
    r"[?吗呢]|为什么|怎么|什么|是否|[\u3040-\u30ff]|暂时|现在先|目前|这次|先(?:不|别)|还(?:不|别|没)|算了|没事|不用了|返回|失败",
    _rule("asks to remember", r"记住|请记|牢记|记下来|别忘了|不要忘记"),
    _rule("says from now on", r"以后|今后|从现在(?:开始|起)|从今|往后|下次|每次(?:提交|修改|改|推送|发布|部署)"),
    _rule("says always", r"一定要|务必|必须|始终|(?:总是|永远|请)(?:要|使用|用|保持)|都(?:要|必须|应该)"),
    _rule("says what not to do", r"(?:不要|别|勿|禁止|不准|不许|不得|不允许|绝不|切勿|避免)[^,。]"),
    trigger(
        "says what is used here",
        "convention",
        r"(?:我们|本项目|这个项目|项目里|这里|团队)[^。]{0,10}?(?:不?(?:使用|用|采用|写|遵循)|规定|约定)",
    ),
    trigger(
        "prefers",
        "preference",
        r"我(?:更|比较|不|很|还是|最)*(?:喜欢|偏好|倾向|习惯|讨厌)|我(?:希望|想要?)你|(?:尽量|最好)",
    ),
)
JAPANESE = _tongue(
    "[\u3040-\u30ff]",
    r"\?|か[。]?$|なぜ|どうして|まだ|とりあえず|今は|今回|一旦|いったん|返し|返す|失敗|やっぱり|解決",
    _rule("asks to remember", r"覚えて|忘れないで|記憶して|メモして"),
    _rule("says from now on", r"今後|これから|以降|次(?:回)?から|今日から|(?:する|した)(?:たび|度)に"),
    _rule("says always", r"必ず|常に|いつも.*(?:して|ください|使)|毎回.*(?:して|ください)|絶対に"),
    _rule(
        "says what not to do",
        r"ないで(?:ください|下さい|ね|$)|禁止|(?:して|使って)は(?:いけ|なら|だめ)|(?:する|使う|触る|書く|入れる)な"
        r"(?:[。!]|$)|やめて|止めて|避けて|不要です",
    ),
    trigger(
        "says what is used here",
        "convention",
        r"(?:この|本|当)(?:プロジェクト|リポジトリ|リポ|チーム|コードベース)では|(?:うち|私たち|我々|ここ)(?:で)?は.*(?:使|ません|ます)|ではなく.*使",
    ),
    trigger(
        "prefers",
        "preference",
        r"(?:方|ほう)が(?:好き|いい|良い|よい)|好き(?:です|だ)|嫌い|苦手|好み|してほしい|して欲しい",
    ),
)
KOREAN = _tongue(
    "[\uac00-\ud7a3]",
    r"\?|왜|나요|까요|아직|일단|지금은|이번(?:에는|만|엔)|반환|실패|괜찮",
    _rule("asks to remember", r"기억해|잊지 ?마|명심|메모해"),
    _rule("says from now on", r"앞으로|이제부터|지금부터|다음부터|향후|할 때마다"),
    _rule("says always", r"(?:항상|반드시|꼭|언제나|무조건|절대).*(?:세요|줘|해라|십시오|하자|마|말)"),
    _rule("says what not to do", r"지 ?(?:마|말)|금지|그만|피해 ?(?:주|줘)|없이.*하지"),
    trigger(
        "says what is used here",
        "convention",
        r"(?:이|우리|저희) ?(?:프로젝트|저장소|레포|팀|코드)|우리는|저희는|여기서는",
    ),
    trigger("prefers", "preference", r"선호|더 좋|싫어|싫습|좋아합|좋아해|편이 좋|게 좋"),
)
OTHER_SCRIPTS = (RUSSIAN, JAPANESE, CHINESE, KOREAN)
