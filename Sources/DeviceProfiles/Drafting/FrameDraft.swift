package import Documents
import Runtime
import Signals

/// A frame made of what a characteristic of an unknown device sent: fields that were guessed, plain bytes where nothing
/// was, and vectors that hold.
package struct FrameDraft: Sendable {
    /// The most vectors of one frame.
    static let vectors = 4

    /// What was guessed.
    package let guesses: [FieldGuess]
    private let id: String
    private let channel: String
    private let values: [[UInt8]]
    private let shared: Int
    private let isEven: Bool

    /// A frame of the given name; its plain bytes are the channel `byte_NUMBER`.
    package init(id: String, number: Int, run: ValueRun) {
        self.id = id
        channel = "byte_\(number)"
        guesses = FieldGuess.guess(run)
        (shared, isEven) = (run.shared, run.isEven)
        var chosen: [[UInt8]] = []
        for value in run.values where chosen.count < Self.vectors && !chosen.contains(value) { chosen.append(value) }
        values = chosen
    }

    /// Writes the members of the frame.
    package func write(_ json: inout JSONText) {
        for guess in guesses {
            switch guess.meaning {
            case .sequence(let modulo): json.object("sequence") { $0.field("modulo", modulo) }
            case .ticks(let perSecond):
                json.object("counter") { json in
                    json.field("ticks", perSecond)
                    json.field("bits", guess.width * 8)
                }
            default: break
            }
        }
        if !guesses.isEmpty { json.field("min", shared) }
        json.array("fields") { json in
            var place = 0
            for guess in guesses {
                plain(from: place, to: guess.offset, &json)
                json.object { field(guess, &$0) }
                place = end(of: guess)
            }
            if guesses.isEmpty || !isEven {
                json.object { bytes(repeating: nil, &$0) }
            } else {
                plain(from: place, to: shared, &json)
            }
        }
    }

    private func end(of guess: FieldGuess) -> Int {
        if case .acceleration = guess.meaning { return shared }
        return guess.offset + guess.width
    }

    private func plain(from start: Int, to end: Int, _ json: inout JSONText) {
        if end > start { json.object { bytes(repeating: end - start, &$0) } }
    }

    /// Bytes one by one, until somebody knows better.
    private func bytes(repeating count: Int?, _ json: inout JSONText) {
        json.field("type", "u8")
        if let count { json.field("repeat", count) } else { json.field("repeat", "rest") }
        json.field("channel", channel)
        json.field("unit", "1")
    }

    private func field(_ guess: FieldGuess, _ json: inout JSONText) {
        var sign = "u"
        if case .acceleration = guess.meaning { sign = "i" }
        json.field("type", "\(sign)\(guess.width * 8)")
        if guess.isBigEndian { json.field("endian", "big") }
        switch guess.meaning {
        case .sequence: json.field("role", "sequence")
        case .ticks: json.field("role", "counter")
        case .heartRate:
            json.field("channel", "heart_rate")
            json.field("unit", "/min")
            json.array("range", [20.0, 250])
        case .acceleration(let counts):
            json.array("names", ["x", "y", "z"])
            // Where values differ in length, what follows is not known.
            if isEven { json.field("repeat", (shared - guess.offset) / 6) }
            json.field("channel", "acceleration")
            json.field("unit", "[g]")
            json.array("scale", [1.0, Double(counts)])
        case .unknown: break
        }
    }

    /// Writes the vectors: the first values with what the frame makes of them, and one that is cut short.
    package func writeVectors(_ json: inout JSONText) {
        var body = JSONText()
        body.object { json in
            json.field("profile", 1)
            json.field("id", "draft")
            json.field("revision", 1)
            json.field("name", "draft")
            json.field("about", "draft")
            json.array("sources", ["draft"])
            json.object("verified") { json in
                json.field("by", "real-bytes")
                json.field("note", "draft")
            }
            json.object("frames") { json in json.object(id) { write(&$0) } }
        }
        guard let profile = ProfileParser.parse(Array(body.string.utf8)).profile,
            var decoder = try? ProfileDecoder(profile, settings: SettingValues(profile))
        else { return }
        var frame = DecodedFrame()
        for value in values {
            do throws(DecodeError) { try decoder.decode(value.span.bytes, as: 0, into: &frame) } catch { continue }
            json.object { json in
                json.field("frame", id)
                json.field("hex", HexText.text(value))
                json.field("source", "captured from the device")
                json.object("expect") { json in
                    json.object("channels") { json in
                        for column in frame.columns where column.count > 0 {
                            json.array(column.channel.rawValue, column.values.map(Double.init))
                        }
                    }
                    if let sequence = frame.sequence.flatMap({ Int(exactly: $0) }) { json.field("sequence", sequence) }
                    if let counter = frame.counter.flatMap({ Int(exactly: $0) }) { json.field("counter", counter) }
                }
            }
        }
        guard !guesses.isEmpty, let first = values.first, shared > 0 else { return }
        json.object { json in
            json.field("frame", id)
            json.field("hex", HexText.text(Array(first.prefix(shared - 1))))
            json.field("source", "cut short")
            json.field("refused", true)
        }
    }
}
