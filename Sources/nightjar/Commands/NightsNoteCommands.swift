import Documents
import Signals

/// `nightjar nights note`.
enum NightsNoteCommand: Command {
    static let name = "nights note"
    static let summary = "Write a note to a night, change it or take it back, or show the notes"
    static let operands = ["DATE", "TEXT?"]
    static let options =
        GatewayAccess.options + [
            Option("--tag", "WORD", "a tag for the night as well", repeats: true),
            Option("--change", "N", "have TEXT take the place of note N"),
            Option("--remove", "N", "take note N back"), Option("--device", "ID", "whose night"), Option.json,
        ]
    static let examples = [
        #"nightjar nights note 2026-11-20 "two glasses of wine" --tag alcohol"#, "nightjar nights note latest",
        #"nightjar nights note 2026-11-20 "three glasses" --change 4"#,
    ]
    static let discussion = "Notes stay when the night is scored again. What a note said before is shown, too."

    static func run(_ arguments: Arguments) async throws {
        let night = NightRequest(arguments.operands[0], device: arguments.value("--device"))
        let text = arguments.operands.count > 1 ? arguments.operands[1] : nil
        let change = try arguments.integer("--change", in: 1...Int(Int32.max))
        let remove = try arguments.integer("--remove", in: 1...Int(Int32.max))
        let tags = arguments.values("--tag")
        guard text != nil || (change == nil && tags.isEmpty), remove == nil || text == nil else {
            throw arguments.usage("--change and --tag need a TEXT, and --remove takes none.")
        }
        guard change == nil || tags.isEmpty else {
            throw arguments.usage("--tag is for a new note; `nightjar nights tag` changes the tags.")
        }
        try await GatewayAccess.run(arguments) { client in
            let notes =
                if let remove {
                    try await client.ask(.deleteNightNote, NightNoteRowRequest(night, note: remove))
                } else if let text, let change {
                    try await client.ask(
                        .changeNightNote, NightNoteChangeRequest(NightNoteRowRequest(night, note: change), text: text))
                } else if let text {
                    try await client.ask(
                        .addNightNote, NightNoteRequest(night, text: text, tags: tags.isEmpty ? nil : tags))
                } else {
                    try await client.ask(.nightNotes, night)
                }
            try notes.tell(isJSON: arguments.has("--json"))
        }
    }
}

/// `nightjar nights tag`.
enum NightsTagCommand: Command {
    static let name = "nights tag"
    static let summary = "Give a night tags, or take them away"
    static let operands = ["DATE", "WORD..."]
    static let options =
        GatewayAccess.options + [
            Option("--remove", nil, "take the tags away"), Option("--device", "ID", "whose night"), Option.json,
        ]
    static let examples = [
        "nightjar nights tag 2026-11-20 travel alcohol", "nightjar nights tag 2026-11-20 travel --remove",
    ]
    static let discussion = "`nightjar nights --tag WORD` lists the nights that have one."

    static func run(_ arguments: Arguments) async throws {
        let night = NightRequest(arguments.operands[0], device: arguments.value("--device"))
        let words = Array(arguments.operands.dropFirst())
        let asked =
            arguments.has("--remove") ? NightTagsRequest(night, remove: words) : NightTagsRequest(night, add: words)
        try await GatewayAccess.run(arguments) { client in
            try await client.ask(.tagNight, asked).tell(isJSON: arguments.has("--json"))
        }
    }
}

/// `nightjar nights prefer`.
enum NightsPreferCommand: Command {
    static let name = "nights prefer"
    static let summary = "Say which device's night is shown of a date, or leave it to the rule"
    static let operands = ["DATE", "DEVICE?"]
    static let options = GatewayAccess.options + [Option("--undo", nil, "leave it to the rule again"), Option.json]
    static let examples = [
        "nightjar nights prefer 2026-11-20 actiwatch-123456", "nightjar nights prefer 2026-11-20 --undo",
    ]
    static let discussion =
        "Lists, the latest night, `today` and `trends` follow it. `nightjar nights --all` shows the devices."

    static func run(_ arguments: Arguments) async throws {
        let device = arguments.operands.count > 1 ? arguments.operands[1] : nil
        let isUndone = arguments.has("--undo")
        guard isUndone || device != nil else { throw arguments.usage("A DEVICE is needed, or --undo.") }
        let night = NightRequest(arguments.operands[0], device: device)
        try await GatewayAccess.run(arguments) { client in
            _ = try await client.ask(isUndone ? .unpreferNight : .preferNight, night)
        }
        let said = isUndone ? "The rule says again which night is shown." : "This device's night is shown."
        try Output.done(arguments, said) { json in
            json.field("date", arguments.operands[0])
            json.field("preferred_by", isUndone ? "rule" : "person")
        }
    }
}

extension NightNotesDocument {
    /// Says what holds, and what notes said before.
    fileprivate func tell(isJSON: Bool) throws {
        guard !isJSON else { return try Output.line(json.string) }
        if !tags.isEmpty { try Output.line("tags: \(tags.joined(separator: ", "))") }
        for note in notes { try Output.line(note.line) }
        for note in earlier { try Output.line("before: \(note.line)") }
        if notes.isEmpty, tags.isEmpty { Output.note("Nobody wrote anything of this night.") }
    }
}
