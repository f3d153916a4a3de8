"""The words of lasting statements in nine languages that are written in Latin letters.

Each is a regular expression for the folded form of a sentence (see `spoken`): lower case, without accents.
"""

from __future__ import annotations

from lamina.distil.languages import Language

_ROMANCE = (
    # One list for three languages that share their "always".
    r"me|nos|le|les|ci|mi|falla|devuelve|retorna|da|sale|es|esta|termina|acaba|funciona|se|llega|aparece|muestra|"
    r"tarda|pasa|queda|va|"
    r"falha|e|volta|chega|mostra|demora|fica|devolve|trava|cai|"
    r"fallisce|restituisce|ritorna|torna|finisce|funziona|arriva|appare|crasha|resta|si"
)
_ROMANCE_BEGINS = (
    r"el|la|los|las|lo|un|una|esto|este|esta|eso|se|me|yo|tu|es|mi|y|pero|cuando|como|gracias|si|que|porque|ya|no|"
    r"o|a|os|as|um|uma|isso|isto|esse|essa|ele|ela|eu|e|voce|meu|minha|mas|quando|obrigad[oa]|ja|nao|"
    r"il|i|gli|le|questo|questa|ci|io|mio|mia|ma|come|grazie|che|perche|non"
)
GERMAN = Language(
    from_now_on=r"ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|in zukunft|(?:zu)?kunftig|fortan|"
    r"jedes mal wenn du|"
    r"vor jedem (?:commit|push|merge)|nach jeder anderung|grundsatzlich",
    remember=r"(?:merke?|notiere?) (?:dir|bitte)|denke? (?:bitte )?(?:daran|dran)|"
    r"vergiss (?:bitte )?(?:nicht|nie)",
    always=r"immer|stets|jedes mal",
    never=r"nie(?:mals)?(?: wieder)?|auf keinen fall|keinesfalls",
    orders=r"(?:benutz|verwend|nutz|schreib|mach|antwort|lass|fuhr|test|commit+|push|frag|halt|leg|setz|"
    r"fug|prüf|pruf|benenn|nenn|"
    r"formatier|starte|lauf|lad|speicher|losch|install|deploy|dokumentier|ander|merge?|erklar|"
    r"leg)(?:e|en|t|est|ieren)?|"
    r"nimm|nehmen|gib|sprich|lies|verwenden|lassen",
    ours=r"wir (?:benutzen|verwenden|nutzen|nehmen|schreiben|machen|committen|pushen|mergen|testen|"
    r"wollen|haben uns (?:fur|darauf|entschieden))|"
    r"wir (?!(?:haben|sind|bekommen|sehen|konnen|mussen|sollen|brauchen|kriegen|finden)\b)\w+en "
    r"(?:hier|nur|immer|nie|keine?n?|grundsatzlich)\b|"
    r"(?:lauft |geht |gibt es )?bei uns (?:wird|werden|gilt|ist|macht|nur|immer|nie|nicht)|hier (?:verwenden|"
    r"benutzen|nutzen) wir|"
    r"unsere (?:konvention|regel|vorgabe)",
    wishes=r"ich (?:bevorzuge|mag (?:lieber|keine?n?|es nicht|nicht)|hatte (?:gerne?|lieber)|(?:will|"
    r"mochte) (?:lieber|nicht|keine?n?|nie|immer|dass du))|mir ist lieber",
    stops=r"hor\w* (?:bitte )?(?:auf|damit)|nicht (?!(?:ge|ver)\w+en\b)(?:\S+ ){1,5}?\w+en(?:[.!,]|$)|"
    r"(?:\S+ ){1,3}nicht (?!ge|ver)\w+en[.!]*$|fass\w* .{1,60}\bnicht an\b|lass "
    r"das|keine?n? .{1,40}\bmehr\b|bitte (?:nicht|"
    r"keine?n?)\b.*\bmehr|(?:nicht|"
    r"keine?n?) .{0,60}\bmehr (?:machen|benutzen|verwenden|schreiben|committen|hinzufugen|"
    r"einfugen)|"
    r"(?:verwende|benutze?|nutze?|mache?|schreibe?|committe?|pushe?) (?:bitte )?(?:keine?n?|nicht)|"
    r"vermeide?",
    still=r"immer (?:noch|wieder|mehr|dann|kleiner|großer)|wie immer|noch immer|"
    r"nie(?:mals)? (?:aufgerufen|ausgefuhrt|fertig|benutzt|gesetzt)",
    yet=r"noch (?:nicht|kein\w*)|vorerst|erst ?mal|diesmal|dieses mal|jetzt nicht|im moment|heute|vergiss es",
    begins=r"e[rs]|das|die|der|den|sie|ich|wir|ihr|man|ein\w*|mein\w*|dann|leider|hier|jetzt|danke|wie|und|aber|warum|"
    r"ja|"
    r"manchmal|da|wenn|alles|nur|auch",
    symptoms=r"funktioniert|klappt|geht|sturzt|bricht|kommt|lauft|hangt|schlagt|dauert|passiert|gibt|liefert|zeigt|"
    r"wird|"
    r"ist|sind|hat|noch|wieder|war",
    asks_first=r"frage? (?:mich|uns|bitte)?,? ?(?:bitte |immer )*(?:vorher|zuerst|bevor|erst)|kein\w* .{2,60}\bohne\b|"
    r"nicht\b.{2,60}\bohne (?:meine?|ruckfrage|zu fragen|absprache)",
    instead=r"statt|anstatt|sondern",
    norms=r"(?:alle |neue )?\w+(?:s|en|er)? (?:gehoren|kommen|liegen|stehen|wohnen) (?:immer |nur )?(?:in|nach|neben|"
    r"unter|ins?) (?!(?:die falsche|der falsche)\b)|(?!(?:das|es|die|der|den|wir|ich|du|sie|er|dies\w*)\b)(?:alle |"
    r"jede[rs]? |neue )?[\w-]+(?: [\w-]+)? "
    r"(?:mussen|muss|sollen|sollten|durfen)\b.*\b(?:sein|haben|werden|bleiben|enthalten|stehen)[.!]*$|"
    r"ich (?:mochte|will|erwarte),? dass\b",
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
    ours=r"on ne (?!(?:voit|recoit|peut|sait|comprend|trouve|arrive)\b)\w+ (?:pas|jamais|plus) (?:de|d\w+|les|dans|en)|"
    r"(?:on|nous) (?:nutilis\w+|utilise|utilisons|ne fait|ne faisons|ne commit\w*|prefere|"
    r"preferons|ecrit|ecrivons|a decide|avons decide)|"
    r"chez nous|notre (?:convention|regle|standard)",
    wishes=r"je (?:prefere\w*|veux que|ne veux (?:pas|plus|jamais)|naime pas|deteste)|jaimerais (?:mieux|"
    r"que tu)|(?:je )?prefer(?:e|ez)",
    stops=r"arrete[rsz]? (?:de |d\w+)|(?:s'il te plait |stp |merci de )?n(?:e |[aeiou])(?:pas )?(?!marche|fonctionne|"
    r"passe|compile|"
    r"demarre|charge|repond)\w+(?:[- ]\w+)? (?:pas|plus)\b(?! (?:ce|cet|cette|ca)\b)|merci de ne (?:pas|plus)|"
    r"cesse[rz]? de|ne .{1,60}\bplus (?:jamais|de|les|le|la|des)|"
    r"n[e ]?\w+ (?:pas|plus) (?:de|les|des) \w+ dans|evite[rz]? (?:de|les|le|la|d)?",
    still=r"toujours (?:pas|le meme|la meme|en cours)|comme toujours|jamais (?:appele|execute|utilise|"
    r"fini)e?",
    yet=r"pas encore|encore[.!]*$|pour l?instant|pour le moment|cette fois|aujourdhui|laisse tomber",
    begins=r"ca|ce|cet|cette|la|le|les|l\w*|il|elle|ils|elles|je|j\w*|tu|on|nous|vous|un|une|mon|mes|merci|comme|mais|"
    r"et|"
    r"pourquoi|quand|si|des|du|cest",
    symptoms=r"marche|fonctionne|renvoie|retourne|echoue|plante|affiche|donne|pas|est|sont|le meme|la meme|en cours|"
    r"aussi",
    asks_first=r"demande[- ]?(?:moi |toujours |avant|dabord)|pas de .{2,60}\bsans\b|ne .{2,60}\bpas sans\b",
    instead=r"au lieu d\w*|plutot qu\w*",
    norms=r"(?:tous |toutes )?(?:les|nos) [\w -]{2,30} (?:vont|restent|se mettent|secrivent) (?:toujours )?(?:dans|"
    r"en|a)|"
    r"(?:tous |toutes )?(?:les|chaque) .{2,40}\b(?:doivent|doit) (?:toujours |tous |toutes )?(?:etre|avoir|"
    r"rester|utiliser)|"
    r"je veux que tu",
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
    stops=r"deja(?:r)? de|no (?!puedes|tienes|quieres|debes|entiendes|haces|sabes|es|estas)\w+[ea]s\b(?! "
    r"es[aeot]\w*\b)|para de|no vuelvas a|no .{1,60}\bmas[.!]*$|no (?:uses|hagas|pongas|anadas|"
    r"agregues|toques|commitees|subas|escribas|modifiques|borres)|evita(?:r)?",
    still=r"casi siempre|como siempre|siempre (?:falla|devuelve|da|sale|es|esta)|nunca (?:termina|acaba|"
    r"funciona|se|llega)",
    yet=r"todavia|aun|por ahora|esta vez|de momento|por el momento|hoy|olvidalo",
    begins=_ROMANCE_BEGINS,
    symptoms=_ROMANCE,
    asks_first=r"pregunta(?:me|le)?\b.{0,20}\bantes|consulta(?:me)?\b.{0,20}\bantes|(?:nada de|ningun\w*|no) "
    r".{2,60}\bsin "
    r"(?:preguntar\w*|consultar\w*|mi)\b",
    instead=r"en (?:vez|lugar) de",
    norms=r"(?:todos |todas )?(?:los|las|nuestros|nuestras) [\w -]{2,30} (?:van|viven|se (?:guardan|ponen|escriben)) "
    r"(?:siempre )?(?:en|con|como|por)|(?:todos |todas )?(?:los|las|cada) .{2,40}\b(?:deben|debe|tienen que|"
    r"tiene que) (?:estar|ser|tener|ir|"
    r"llevar|usar)",
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
    r"mexa|commite|suba|escreva|altere|toque|crie|remova|mude|instale|apague|delete|ignore|rode|envie|edite|"
    r"modifique)|evit[ea]r?",
    still=r"quase sempre|como sempre|sempre (?:falha|retorna|da|e|esta|volta)|nunca (?:termina|acaba|"
    r"funciona|chega)",
    yet=r"ainda|por enquanto|por agora|dest?a vez|dessa vez|hoje|deixa pra la",
    begins=_ROMANCE_BEGINS,
    symptoms=_ROMANCE,
    asks_first=r"pergunt[ea](?:-me| me)?\b.{0,20}\bantes|consult[ea]\b.{0,20}\bantes|(?:nada de|nenhum\w*|nao) "
    r".{2,60}\bsem "
    r"(?:perguntar|consultar|minha|me)\b",
    instead=r"em vez de|ao inves de|em lugar de",
    norms=r"(?:todos |todas )?(?:os|as|nossos|nossas) [\w -]{2,30} (?:vao|ficam|moram) (?:sempre )?(?:em|na|no|com)|"
    r"(?:todos |todas )?(?:os|as|cada) .{2,40}\b(?:devem|deve|tem que|precisam) (?:ser|estar|ter|usar|ficar)",
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
    stops=r"smetti(?:la)? di|basta (?:con|usare|fare)|non .{1,60}\bpiu[.!]*$|non \w+[aei]re\b(?! quest[oa]\b)|"
    r"evita(?:re)?(?: di)?",
    still=r"quasi sempre|come sempre|(?:e|fallisce|ritorna|restituisce|torna) sempre|non (?:finisce|"
    r"funziona|termina|arriva|va) mai|sempre (?:piu|lo stesso|null)",
    yet=r"ancora|per ora|per adesso|questa volta|per il momento|oggi|lascia (?:stare|perdere)",
    begins=_ROMANCE_BEGINS,
    symptoms=_ROMANCE,
    asks_first=r"chied(?:imi|i|ere)\b.{0,20}\bprima|(?:niente|nessun\w*|non) .{2,60}\bsenza (?:chieder\w*|il mio|la "
    r"mia|avvisar\w*)",
    instead=r"invece d\w+|al posto d\w+",
    norms=r"(?:tutti |tutte )?(?:i|gli|le) [\w -]{2,30} (?:vanno|stanno) (?:sempre )?(?:in|nell\w*|dentro|con)|"
    r"(?:tutti |tutte )?(?:i|gli|le|ogni) .{2,40}\b(?:devono|deve) (?:sempre )?(?:essere|avere|stare|usare)",
)
DUTCH = Language(
    from_now_on=r"vanaf nu|voortaan|in het vervolg|in de toekomst|de volgende keer|voor elke commit|telkens als je",
    remember=r"onthoud|vergeet niet|denk eraan|hou er rekening mee",
    always=r"altijd|steeds",
    never=r"nooit",
    orders=r"(?:gebruik|schrijf|maak|doe|zet|test|commit|push|vraag|houd?|draai|voeg|antwoord|noem|laat|controleer)\w*",
    ours=r"(?:wij|we) (?:gebruiken|doen|schrijven|werken|willen|committen|testen|hebben afgesproken)|hier gebruiken "
    r"we|bij ons",
    wishes=r"ik (?:heb liever|geef de voorkeur|wil (?:geen|niet|dat je|liever)|hou niet|haat|prefereer)|liever "
    r"(?:geen|korte)",
    stops=r"stop met|hou op|gebruik geen|vermijd|(?:geen|niet) .{1,60}\bmeer\b|raak .{1,60}\bniet aan",
    still=r"zoals altijd|bijna altijd|nog (?:altijd|steeds)|altijd (?:nog|al)",
    yet=r"nog niet|voorlopig|deze keer|voor nu|vandaag|laat maar",
    begins=r"de|het|een|dit|dat|die|hij|zij|ze|ik|er|we|wij|je|mijn|en|maar|waarom|als|bedankt",
    symptoms=r"faalt|geeft|werkt|crasht|is|wordt|komt|gaat|duurt|hangt|nog",
    asks_first=r"vraag .{0,30}\b(?:voordat|eerst|voor)\b|geen .{2,60}\bzonder\b|niet .{2,60}\bzonder (?:te vragen|"
    r"mijn)",
    instead=r"in plaats van",
    norms=r"(?:alle|elke) .{2,40}\b(?:moeten|moet) .*\b(?:zijn|hebben|staan)",
)
POLISH = Language(
    from_now_on=r"od teraz|od dzis|w przyszłosci|na przyszłosc|nastepnym razem|przed kazdym (?:commitem|pushem)|za "
    r"kazdym razem gdy",
    remember=r"pamietaj|zapamietaj|zapisz sobie|nie zapomnij|miej na uwadze",
    always=r"zawsze",
    never=r"nigdy(?: nie)?",
    orders=r"(?:uzywaj|pisz|uruchamiaj|rob|dodawaj|commituj|pytaj|sprawdzaj|testuj|trzymaj|odpowiadaj|stosuj|"
    r"formatuj)(?:cie)?",
    ours=r"(?:my )?(?:tu |tutaj )?(?:nie )?(?:uzywamy|stosujemy|piszemy|robimy|commitujemy|testujemy)|u nas|"
    r"w tym (?:projekcie|repo) (?:nie )?\w+my",
    wishes=r"wole|preferuje|nie lubie|nie cierpie|nie chce|wolałbym|wolalbym",
    stops=r"przestan|unikaj|nie \w+(?:aj|uj|isz|ij|ob)\b|bez .{2,40} bez pytania",
    still=r"jak zawsze|prawie zawsze|nigdy sie",
    yet=r"jeszcze nie|na razie|tym razem|chwilowo|dzisiaj|niewazne",
    begins=r"to|ten|ta|te|on|ona|ono|ja|my|funkcja|test|moj|ale|i|dlaczego|gdy|kiedy|dzieki",
    symptoms=r"zwraca|pada|działa|dziala|konczy|wywala|jest|sa|trwa|daje|pokazuje|sie",
    asks_first=r"(?:za)?pytaj .{0,30}\b(?:zanim|przed|najpierw)|zadnych .{2,60}\bbez\b",
    instead=r"zamiast",
    norms=r"(?:wszystkie|kazd[yae]) .{2,40}\b(?:musza|musi|powinn[ya])\b",
)

SWEDISH = Language(
    from_now_on=r"fran och med nu|fran nu|i fortsattningen|framover|nasta gang|fore varje (?:commit|push)|"
    r"varje gang du",
    remember=r"kom ihag|glom inte|tank pa att|notera att",
    always=r"alltid",
    never=r"aldrig",
    orders=r"(?:anvand|skriv|gor|kor|lagg|satt|testa|fraga|svara|hall|committa|pusha|lat|kontrollera|namnge)\w*",
    ours=r"vi (?:anvander|skriver|kor|gor|testar|committar|vill|har bestamt)(?: inte)?|hos oss",
    wishes=r"jag (?:foredrar|vill (?:inte|helst|att du|ha)|gillar inte|hatar)|helst",
    stops=r"sluta (?:med )?|undvik|inga fler|(?:anvand|skriv|gor|ror|lagg|pusha|committa) (?:inte|inga|ingen)",
    still=r"som alltid|nastan alltid|fortfarande",
    yet=r"inte an|tills vidare|den har gangen|just nu|idag|strunt samma",
    begins=r"det|den|de|en|ett|jag|vi|du|han|hon|min|mitt|men|och|varfor|nar|om|tack",
    symptoms=r"returnerar|kraschar|misslyckas|fungerar|ger|ar|blir|hanger|kommer|visar",
    asks_first=r"fraga .{0,30}\b(?:innan|forst)|inga .{2,60}\butan att\b|inte .{2,60}\butan att fraga",
    instead=r"i stallet for|istallet for",
    norms=r"(?:alla|varje) .{2,40}\b(?:maste|ska|skall)\b",
)
TURKISH = Language(
    from_now_on=r"bundan (?:sonra|boyle)|artık|bir dahaki sefere|gelecekte|her (?:commit|push)\w* once",
    remember=r"unutma|hatırla|aklında tut|not al",
    always=r"her zaman|daima|hep",
    never=r"asla|hicbir zaman",
    orders=r"\w+(?:olsun|kullan|yaz|ver|yap|calıstır|sor|ekle|koy|tut|et)|(?:olsun|kullan|yaz|ver|yap|sor|ekle|koy|"
    r"tut|et)",
    ours=r"(?:biz |burada )?\S+ (?:kullanıyoruz|kullanmıyoruz|yazıyoruz|yapmıyoruz)|bizim (?:projede|repoda)",
    wishes=r"tercih ed(?:erim|iyorum)|\S+ (?:sevmiyorum|istemiyorum)",
    stops=r"(?:\S+ ){0,4}\S+(?:kullanma|yapma|yazma|koyma|ekleme|dokunma|degistirme|silme)(?:yın)?[.!]*$",
    still=r"her zamanki gibi|hala",
    yet=r"henuz|simdilik|bu sefer|bugun|bos ver",
    begins=r"bu|su|o|ben|biz|sen|bir|ama|ve|neden|tesekkur\w*",
    symptoms=r"donuyor|veriyor|cokuyor|calısıyor|hata|oluyor|geliyor",
    asks_first=r"(?:once )?bana sor|sormadan .{2,60}\w+ma\b",
    instead=r"yerine",
    norms=r"(?:butun|tum|her) .{2,40}\b(?:olmalı|gerekir|gerekiyor)\b",
)

LATIN = (GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, DUTCH, POLISH, SWEDISH, TURKISH)
