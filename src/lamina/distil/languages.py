"""Lasting statements in German, French, Spanish, Portuguese and Italian.

There, "always" beside a verb is an order or a complaint, depending on the verb: only verbs that name work count. All
patterns are looked for in the folded form of a sentence (see `spoken`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lamina.distil.triggers import Trigger


class Language(NamedTuple):
    """The words of one language; each is a regular expression."""

    from_now_on: str
    remember: str
    always: str
    never: str
    orders: str
    """Verbs that name work, as an order or as an infinitive."""
    ours: str
    wishes: str
    stops: str
    still: str
    """What makes an "always" something else: still, again."""


GERMAN = Language(
    from_now_on=r"ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|in zukunft|(?:zu)?kunftig|fortan|"
    r"jedes mal wenn du|"
    r"vor jedem (?:commit|push|merge)|nach jeder anderung|grundsatzlich",
    remember=r"(?:merke?|notiere?) (?:dir|bitte)|denke? (?:bitte )?(?:daran|dran)|"
    r"vergiss (?:bitte )?(?:nicht|nie)",
    always=r"immer|stets|jedes mal",
    never=r"nie(?:mals)?|auf keinen fall|keinesfalls",
    orders=r"(?:benutz|verwend|nutz|schreib|mach|antwort|lass|fuhr|test|commit+|push|frag|halt|leg|setz|"
    r"fug|prüf|pruf|benenn|nenn|"
    r"formatier|starte|lauf|lad|speicher|losch|install|deploy|dokumentier|ander|merge?|erklar|"
    r"leg)(?:e|en|t|est|ieren)?|"
    r"nimm|nehmen|gib|sprich|lies|verwenden|lassen",
    ours=r"wir (?:benutzen|verwenden|nutzen|nehmen|schreiben|machen|committen|pushen|mergen|testen|"
    r"wollen|haben uns (?:fur|darauf|entschieden))|"
    r"bei uns (?:wird|werden|gilt|ist|macht)|hier (?:verwenden|benutzen|nutzen) wir|"
    r"unsere (?:konvention|regel|vorgabe)",
    wishes=r"ich (?:bevorzuge|mag (?:lieber|keine?n?|es nicht|nicht)|hatte (?:gerne?|lieber)|(?:will|"
    r"mochte) (?:lieber|nicht|keine?n?|nie|immer|dass du))|mir ist lieber",
    stops=r"hor (?:bitte )?(?:auf|damit)|lass das|keine?n? .{1,40}\bmehr\b|bitte (?:nicht|"
    r"keine?n?)\b.*\bmehr|(?:nicht|"
    r"keine?n?) .{0,60}\bmehr (?:machen|benutzen|verwenden|schreiben|committen|hinzufugen|"
    r"einfugen)|"
    r"(?:verwende|benutze?|nutze?|mache?|schreibe?|committe?|pushe?) (?:bitte )?(?:keine?n?|nicht)|"
    r"vermeide?",
    still=r"immer (?:noch|wieder|mehr|dann|kleiner|großer)|wie immer|noch immer|"
    r"nie(?:mals)? (?:aufgerufen|ausgefuhrt|fertig|benutzt|gesetzt)",
)
FRENCH = Language(
    from_now_on=r"a partir de maintenant|desormais|dorenavant|a lavenir|des maintenant|a chaque fois que tu|"
    r"avant chaque (?:commit|push)",
    remember=r"(?:souviens|rappelle)[- ]toi|retiens|noublie (?:pas|jamais)|garde en tete|note bien",
    always=r"toujours|systematiquement",
    never=r"jamais",
    orders=r"n?(?:utilise[rsz]?|ecri(?:s|re|vez)|fai(?:s|re|tes)|met(?:s|tre|tez)|lance[rz]?|demande[rz]?|"
    r"verifie[rz]?|garde[rz]?|repond(?:s|re|ez)|"
    r"teste[rz]?|pousse[rz]?|commit\w*|nomme[rz]?|ajoute[rz]?|prend(?:s|re)|execute[rz]?|"
    r"modifie[rz]?|touche[rz]?|supprime[rz]?|installe[rz]?|formate[rz]?|documente[rz]?)",
    ours=r"(?:on|nous) (?:nutilis\w+|utilise|utilisons|ne fait|ne faisons|ne commit\w*|prefere|"
    r"preferons|ecrit|ecrivons|a decide|avons decide)|"
    r"chez nous|notre (?:convention|regle|standard)",
    wishes=r"je (?:prefere\w*|veux que|ne veux (?:pas|plus|jamais)|naime pas|deteste)|jaimerais (?:mieux|"
    r"que tu)|(?:je )?prefer(?:e|ez)",
    stops=r"arrete[rsz]? (?:de |d)|cesse[rz]? de|ne .{1,60}\bplus (?:jamais|de|les|le|la|des)|"
    r"n[e ]?\w+ (?:pas|plus) (?:de|les|des) \w+ dans|evite[rz]? (?:de|les|le|la|d)?",
    still=r"toujours (?:pas|le meme|la meme|en cours)|comme toujours|jamais (?:appele|execute|utilise|"
    r"fini)e?",
)
SPANISH = Language(
    from_now_on=r"(?:a partir|desde) de? ?(?:ahora|hoy)|de ahora en adelante|en adelante|en el futuro|"
    r"cada vez que (?:hagas|cambies|uses|modifiques|toques|escribas)|antes de cada",
    remember=r"recuerda|acuerdate|ten en cuenta|no (?:te )?olvides|apunta(?:te)?|anota",
    always=r"siempre",
    never=r"nunca|jamas",
    orders=r"(?:usa|use|uses|usar|utiliza|utilices|utilizar|escribe|escribas|escribir|haz|hagas|hacer|pon|"
    r"pongas|poner|ejecuta|ejecutes|ejecutar|"
    r"pregunta|preguntes|preguntar|prueba|pruebes|probar|responde|respondas|responder|commitees|"
    r"commitea|subas|subir|sube|anade|anadas|anadir|"
    r"agrega|agregues|modifiques|modifica|toques|toca|borres|borra|instales|instala|mantener|"
    r"manten|corre|corras|correr|verifica|revisa)",
    ours=r"(?:nosotros )?(?:no )?(?:usamos|utilizamos|hacemos|escribimos|preferimos|queremos|decidimos|"
    r"hemos decidido|seguimos|trabajamos)|"
    r"nuestra (?:convencion|regla|norma)",
    wishes=r"(?:yo )?prefier[oa]|prefiere|preferiria|quiero que|no quiero|no me gustan?|odio|me gusta mas",
    stops=r"deja(?:r)? de|para de|no vuelvas a|no .{1,60}\bmas[.!]*$|no (?:uses|hagas|pongas|anadas|"
    r"agregues|toques|commitees|subas|escribas|modifiques|borres)|evita(?:r)?",
    still=r"casi siempre|como siempre|siempre (?:falla|devuelve|da|sale|es|esta)|nunca (?:termina|acaba|"
    r"funciona|se|llega)",
)
PORTUGUESE = Language(
    from_now_on=r"a partir de (?:agora|hoje)|de agora em diante|daqui (?:pra|para a?) ?frente|no futuro|"
    r"toda vez que (?:voce|for|fizer|mudar|alterar)|sempre que voce|antes de cada",
    remember=r"lembr(?:e|a|ar)(?:-se| ?se)?|nao (?:se )?esqueca|guarde|anote|tenha em mente",
    always=r"sempre",
    never=r"nunca|jamais",
    orders=r"(?:use|usa|usar|utilize|utilizar|escreva|escrever|faca|fazer|coloque|colocar|rode|rodar|"
    r"execute|executar|pergunte|perguntar|teste|testar|"
    r"responda|responder|commite|commitar|faz|suba|subir|adicione|adicionar|modifique|mexa|apague|"
    r"instale|mantenha|verifique|rodem|deixe|altere)",
    ours=r"(?:nos |a gente )?(?:nao )?(?:usamos|utilizamos|fazemos|escrevemos|preferimos|queremos|"
    r"decidimos|seguimos)|a gente (?:nao )?(?:usa|faz|prefere|quer|escreve)|"
    r"nossa (?:convencao|regra)",
    wishes=r"(?:eu )?prefiro|prefira|preferiria|quero que|nao quero|nao gosto|odeio|gosto mais",
    stops=r"par[ae] de|deixe de|nao .{1,60}\b(?:mais|de novo)[.!]*$|nao (?:use|faca|coloque|adicione|"
    r"mexa|commite|suba|escreva|altere)|evit[ea]r?",
    still=r"quase sempre|como sempre|sempre (?:falha|retorna|da|e|esta|volta)|nunca (?:termina|acaba|"
    r"funciona|chega)",
)
ITALIAN = Language(
    from_now_on=r"d(?:a |)ora in (?:poi|avanti)|dora in (?:poi|avanti)|in futuro|ogni volta che (?:modifichi|"
    r"fai|scrivi|usi|cambi)|prima di ogni|"
    r"da adesso",
    remember=r"ricorda(?:ti|re)?|tieni (?:a mente|presente)|non dimenticare|segnati|annota",
    always=r"sempre",
    never=r"mai",
    orders=r"(?:usa|usare|usate|utilizza|utilizzare|scrivi|scrivere|fai|fare|metti|mettere|esegui|"
    r"eseguire|chiedi|chiedere|testa|testare|rispondi|"
    r"rispondere|committa|committare|fa|aggiungi|aggiungere|modifica|modificare|tocca|toccare|"
    r"cancella|cancellare|installa|tieni|lancia|lanciare|pusha|pushare|verifica)",
    ours=r"(?:noi )?(?:non )?(?:usiamo|utilizziamo|facciamo|scriviamo|preferiamo|vogliamo|"
    r"abbiamo deciso|seguiamo)|da noi|"
    r"la nostra (?:convenzione|regola)",
    wishes=r"(?:io )?preferisco|preferisci|preferirei|voglio che|non voglio|non mi piac\w+|odio|"
    r"mi piace di piu",
    stops=r"smetti(?:la)? di|basta (?:con|usare|fare)|non .{1,60}\bpiu[.!]*$|non (?:usare|fare|"
    r"aggiungere|toccare|committare|pushare|mettere|scrivere|modificare) |evita(?:re)?(?: di)?",
    still=r"quasi sempre|come sempre|(?:e|fallisce|ritorna|restituisce|torna) sempre|non (?:finisce|"
    r"funziona|termina|arriva|va) mai|sempre (?:piu|lo stesso|null)",
)
LANGUAGES = (GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN)

_AT = (
    r"(?:^|[,;:.!(—–]\s*|\b(?:bitte|und|aber|also|et|mais|donc|stp|svp|y|pero|e|mas|ma|por favor|"
    r"per favore|no|nein|non|nao|das?|que|che|dass|si|ja|oui) )"
)
_ANY = r"(?:\S+ ){0,5}?"


def _triggers(one: Language) -> tuple[Trigger, ...]:
    order = rf"(?:{one.orders})"
    return (
        Trigger("asks to remember", "rule", re.compile(rf"{_AT}(?:{one.remember})\b")),
        Trigger("says from now on", "rule", re.compile(rf"{_AT}(?:{one.from_now_on})\b")),
        Trigger(
            "says always",
            "rule",
            re.compile(rf"{_AT}(?:{order} {_ANY}(?:{one.always})|(?:{one.always}) {_ANY}{order})\b"),
        ),
        Trigger(
            "says never",
            "rule",
            re.compile(
                rf"{_AT}(?:(?:ne|non|nao|no)? ?{order} {_ANY}(?:{one.never})|"
                rf"(?:ne )?(?:{one.never}) {_ANY}{order})\b"
            ),
        ),
        Trigger("says to stop it", "rule", re.compile(rf"{_AT}(?:{one.stops})\b")),
        Trigger("says what is used here", "convention", re.compile(rf"{_AT}(?:{one.ours})\b")),
        Trigger("prefers", "preference", re.compile(rf"{_AT}(?:{one.wishes})\b")),
    )


OTHER_TRIGGERS: tuple[tuple[re.Pattern[str], tuple[Trigger, ...]], ...] = tuple(
    (re.compile(rf"\b(?:{one.still})\b"), _triggers(one)) for one in LANGUAGES
)
"""For each language: what makes an "always" something else, and its triggers."""
