/// Plain words for long ones: only such as mean the same in every sentence in which they can stand, form by form. None of
/// them has a number, a name or a negation in it.
enum PlainWords {
    /// What a long word or phrase is replaced by.
    struct Entry {
        /// The words for which it stands, in small letters.
        var long: [String]
        var plain: String
        /// Words that must not stand before it; `#` is any number in digits.
        var notAfter: Set<String> = []
        /// Words of which one must stand before it; empty for any.
        var after: Set<String> = []
        /// Words of which one must follow; empty for any.
        var before: Set<String> = []
        /// Words that prevent the replacement when they come next.
        var notBefore: Set<String> = []
        /// Whether a number must come next.
        var isBeforeNumber = false
        /// Whether it must begin a sentence.
        var isAtStart = false
    }

    /// Replacements by their first word, the longest phrase first.
    static let entries: [String: [Entry]] = {
        var entries: [String: [Entry]] = [:]
        func add(_ long: String, _ plain: String, _ change: (inout Entry) -> Void = { _ in }) {
            let words = long.split(separator: " ").map(String.init)
            guard let first = words.first else { return }
            var entry = Entry(long: words, plain: plain)
            change(&entry)
            entries[first, default: []].append(entry)
        }
        for line in table.split(separator: "\n") {
            let sides = line.split(separator: "=").map { $0.split(separator: "|").map(trimmed) }
            for (long, plain) in zip(sides[0], sides[1]) { add(long, plain) }
        }
        // These stand for a plain word only where nothing before or after them makes them a part of something else.
        add("sufficient", "enough") {
            $0.notAfter = articles.union(owners).union(pointers).union(["any", "no", "one", "and", "or", "necessary"])
            $0.notBefore = ["condition", "conditions", "statistic", "statistics", "unto"]
        }
        add("additional", "more") {
            $0.notAfter = articles.union(owners).union(pointers)
                .union(["any", "no", "one", "other", "further", "such", "only", "first", "second", "last"])
            $0.notBefore = ["to"]
        }
        add("numerous", "many") {
            $0.notAfter = ["more", "less", "most", "least", "as", "a", "an", "equally", "increasingly"]
        }
        add("initial", "first") {
            $0.notBefore = [
                "", "condition", "conditions", "value", "values", "public", "letter", "letters", "velocity", "speed",
                "state", "states", "position", "temperature", "capital", "and", "or", "is", "was", "on", "in", "of",
                "here",
            ]
        }
        for (long, plain) in [("component", "part"), ("components", "parts")] {
            add(long, plain) {
                $0.notAfter = ["principal", "connected", "independent", "variance", "vector"]
                $0.notBefore = ["analysis", "analyses"]
            }
        }
        // "Results obtained from …" have no plain participle.
        add("obtained", "got") { $0.after = ["i", "we", "he", "she", "they", "you", "has", "have", "had"] }
        for (long, plain) in [("obtain", "get"), ("obtains", "gets"), ("obtaining", "getting")] {
            add(long, plain) {
                $0.notAfter = ["that", "which"]
                $0.notBefore = [
                    "", "in", "at", "among", "between", "here", "there", "today", "now", "only", "when", "where", "if",
                    "throughout", "for", "as", "and",
                ]
            }
        }
        // "Her 3 assists".
        for (long, plain) in [("assist", "help"), ("assists", "helps")] {
            add(long, plain) { $0.notAfter = articles.union(owners).union(numbers).union(["#", "and", "of", "goals"]) }
        }
        add("commencement", "start") { $0.notBefore = ["speech", "address", "ceremony", "exercises", "day"] }
        add("notwithstanding", "despite") {
            $0.before = articles.union(owners).union(["any", "all", "this", "these"])
        }
        add("approximately", "about") { $0.isBeforeNumber = true }
        add("immediately", "at once") {
            $0.notBefore = [
                "after", "before", "adjacent", "above", "below", "behind", "next", "following", "preceding", "prior",
                "to", "outside", "inside", "beneath", "under", "beside", "opposite", "around", "beyond", "over", "on",
                "in", "at", "upon", "obvious", "apparent", "clear", "visible", "available", "recognizable", "north",
                "south", "east", "west", "left", "right", "subsequent",
            ]
        }
        for (long, plain) in [
            ("nevertheless", "still"), ("consequently", "so"), ("furthermore", "also"), ("moreover", "also"),
            ("additionally", "also"),
        ] { add(long, plain) { $0.isAtStart = true } }
        return entries.mapValues { $0.sorted { $0.long.count > $1.long.count } }
    }()

    /// Numbers in words.
    static let numbers: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "fifteen",
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "half", "a", "an",
    ]

    private static let articles: Set<String> = ["a", "an", "the"]
    private static let pointers: Set<String> = ["each", "every", "this", "that", "these", "those", "another", "either"]
    private static let owners: Set<String> = ["his", "her", "its", "their", "our", "my", "your"]

    private static func trimmed(_ text: Substring) -> String {
        text.split(separator: " ").joined(separator: " ")
    }

    private static let table = """
        utilize|utilizes|utilized|utilizing|utilization=use|uses|used|using|use
        utilise|utilises|utilised|utilising|utilisation=use|uses|used|using|use
        commence|commences|commenced|commencing=start|starts|started|starting
        terminate|terminates|terminated|terminating=end|ends|ended|ending
        assisted|assisting|assistance=helped|helping|help
        purchased|individuals|physician|physicians=bought|people|doctor|doctors
        reside|resides|resided|residing=live|lives|lived|living
        verify that|verifies that|verifying that=check that|checks that|checking that
        constructed|constructing=built|building
        discontinue|discontinues|discontinued=stop|stops|stopped
        elucidate|elucidates|elucidated=explain|explains|explained
        ascertain|ascertains|ascertained|ascertaining=find out|finds out|found out|finding out
        facilitate|facilitates|facilitated|facilitating=ease|eases|eased|easing
        endeavoured to|endeavouring to|endeavored to|attempted to|attempting to=tried to|trying to|tried to|tried to|trying to
        demonstrates that|demonstrated that=shows that|showed that
        ensure that|ensures that|ensured that|ensuring that=make sure that|makes sure that|made sure that|making sure that
        possesses|modify|modifies=has|change|changes
        is able to|are able to|was able to|were able to=can|can|could|could
        has the ability to|have the ability to|had the ability to=can|can|could
        subsequently|frequently|simultaneously=later|often|at the same time
        occasionally|initially|extremely|exceedingly|entirely=at times|at first|very|very|fully
        erroneous|apprehensive=wrong|afraid
        methodology|methodologies=method|methods
        expenditures|remuneration=costs|pay
        automobile|automobiles|beverage|beverages|edifice|edifices=car|cars|drink|drinks|building|buildings
        municipality|municipalities|proprietor|proprietors=town|towns|owner|owners
        conflagration|altercation|illumination=fire|fight|light
        prior to|subsequent to|adjacent to|pursuant to=before|after|next to|under
        in order to|in the event that|in spite of|by means of=to|if|despite|by
        due to the fact that|owing to the fact that|on the grounds that|for the reason that=because|because|because|because
        in view of the fact that|despite the fact that|in spite of the fact that=because|although|although
        as a consequence of|as a result of|with the exception of=because of|because of|except for
        with regard to|with reference to|for the purpose of=about|about|for
        in close proximity to|in the vicinity of|in conjunction with=near|near|with
        at this point in time|at the present time|until such time as=now|now|until
        a large number of|a great number of|a considerable number of=many|many|many
        on a regular basis|on a daily basis|in the majority of cases=regularly|daily|mostly
        """
}
