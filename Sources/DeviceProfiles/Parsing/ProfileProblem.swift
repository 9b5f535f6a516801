/// Collects the faults of a profile, so that all of them are shown at once.
final class ProblemList {
    private(set) var problems: [ProfileProblem] = []

    func report(_ path: String, _ message: String) {
        // A hostile file may be wrong everywhere.
        guard problems.count < 1000 else { return }
        problems.append(ProfileProblem(path: path, message: message))
    }
}

/// Something wrong in a profile.
package struct ProfileProblem: Hashable, Sendable, CustomStringConvertible {
    /// Where, such as `frames.motion.fields[2].scale`; empty for the file as a whole.
    package var path: String
    /// What is wrong, and what would be right.
    package var message: String

    /// A problem at a JSON path; empty for the whole file.
    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The path, if any, and the message.
    package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
