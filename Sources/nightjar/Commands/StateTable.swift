import Analysis
import Signals

/// Sleep and wake as text, one epoch per line; or the table that `nightjar score` prints.
enum StateTable {
    /// Reads the states of a file or of standard input.
    /// - Throws: `Failure` when there are none, or a line is no state.
    static func read(_ path: String) throws -> [SleepState] {
        let name = NumberTable.name(of: path)
        let bytes = try NumberTable.bytes(path)
        var states: [SleepState] = []
        var blanks = 0
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = String(decoding: line, as: UTF8.self).lowercased().filter {
                !$0.isWhitespace && $0 != "\u{FEFF}"
            }
            guard !text.isEmpty, let word = text.split(separator: ",", omittingEmptySubsequences: false).last else {
                blanks += 1
                continue
            }
            // An empty line before the last state is an epoch without one.
            states += repeatElement(.unknown, count: blanks)
            blanks = 0
            switch word {
            case "" where text != ",": states.append(.unknown)
            case "sleep", "asleep", "s", "1": states.append(.asleep)
            case "wake", "awake", "w", "0": states.append(.awake)
            case "unknown", "na": states.append(.unknown)
            case "state" where states.isEmpty: continue
            default:
                throw Failure(.failed, "\(name), line \(index + 1): “\(word)” is neither sleep nor wake.")
            }
        }
        guard !states.isEmpty else { throw Failure(.failed, "\(name) holds no states.") }
        return states
    }

    /// The word for a state in the tables of `score`; empty where there is none.
    static func word(_ state: SleepState) -> String {
        switch state {
        case .asleep: "sleep"
        case .awake: "wake"
        case .unknown, .notWorn: ""
        }
    }
}
