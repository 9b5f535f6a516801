package import Signals

/// When a recorder is to begin or to end: the replies to `HIBERNATE` and `STOP`.
package enum AxivitySchedule: Hashable, Sendable, CustomStringConvertible {
    /// From the moment it is unplugged (0).
    case always
    /// Never (-1).
    case never
    /// At a time of day on its clock.
    case at(CivilTime)

    /// Reads `HIBERNATE=0`, `STOP=-1` or `STOP=2024/03/04,22:00:00`.
    /// - Throws: `DecodeError` for anything else.
    package init(line: String) throws(DecodeError) {
        guard let equals = line.firstIndex(of: "="), ["HIBERNATE", "STOP"].contains(line[..<equals]) else {
            throw DecodeError(.mismatch("“\(line)” is no start and no stop"), at: 0)
        }
        switch line[line.index(after: equals)...] {
        case "0": self = .always
        case "-1": self = .never
        case let text:
            guard let wall = AxivityTime.wall(text) else {
                throw DecodeError(.invalid("“\(line)” has no time"), at: 0)
            }
            self = .at(wall)
        }
    }

    /// The argument of the command.
    var argument: String {
        switch self {
        case .always: "0"
        case .never: "-1"
        case .at(let wall): AxivityTime.argument(wall)
        }
    }

    /// `always`, `never` or the wall time.
    package var description: String {
        switch self {
        case .always: "always"
        case .never: "never"
        case .at(let wall): wall.description
        }
    }
}
