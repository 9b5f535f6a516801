import Companion
import Documents
import Runtime
import Signals

extension ReadingEvent {
    /// The JSON that is stored.
    var json: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.field("kind", kind.rawValue)
            if let view {
                json.field("from", view.lowerBound)
                json.field("to", view.upperBound)
            }
            if let words { json.field("words", words) }
            if let isCorrect { json.field("correct", isCorrect) }
        }
        return json.bytes
    }

    /// An event as it was kept; nil for one of a newer program.
    init?(json: [UInt8], at time: Instant) {
        guard let members = (try? JSONValue(parsing: json))?.object,
            let kind = members["kind"]?.string.flatMap(Kind.init(rawValue:))
        else { return nil }
        let from = members["from"]?.number.flatMap { Int(exactly: $0) }
        let to = members["to"]?.number.flatMap { Int(exactly: $0) }
        var view: Range<Int>?
        if let from, let to, from >= 0, from <= to { view = from..<to }
        self.init(
            kind, at: time, view: view, words: members["words"]?.number.flatMap { Int(exactly: $0) },
            isCorrect: members["correct"]?.bool)
    }
}
