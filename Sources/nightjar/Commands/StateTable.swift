import Analysis
import Recordings
import Runtime
import Signals

/// Sleep and wake as text, one epoch per line; or the table that `nightjar score` prints.
enum StateTable {
    /// Reads the states of a file or of standard input.
    /// - Throws: `Failure` when there are none, or a line is no state.
    static func read(_ path: String) throws -> [SleepState] {
        let file = try RecordingFile.open(path: path)
        let bytes = try file.bytes(at: 0, count: file.size)
        var states: [SleepState] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            let text = String(decoding: line, as: UTF8.self).lowercased().filter {
                !$0.isWhitespace && $0 != "\u{FEFF}"
            }
            guard let word = text.split(separator: ",").last else { continue }
            switch word {
            case "sleep", "asleep", "s", "1": states.append(.asleep)
            case "wake", "awake", "w", "0": states.append(.awake)
            case "unknown", "na": states.append(.unknown)
            case "state" where states.isEmpty: continue
            default:
                throw Failure(.failed, "\(file.name), line \(index + 1): “\(word)” is neither sleep nor wake.")
            }
        }
        guard !states.isEmpty else { throw Failure(.failed, "\(file.name) holds no states.") }
        return states
    }

    /// The word for a state in the tables of `score`.
    static func word(_ state: SleepState) -> String {
        switch state {
        case .asleep: "sleep"
        case .awake: "wake"
        case .unknown, .notWorn: "unknown"
        }
    }
}
