import Documents
import Runtime

/// The members of an object whose keys are known.
struct ProfileObject {
    let members: [String: JSONValue]
    let path: String
    let problems: ProblemList

    /// The member of this key, present or not.
    subscript(key: String) -> ProfileNode? {
        members[key].map { ProfileNode(value: $0, path: path.isEmpty ? key : "\(path).\(key)", problems: problems) }
    }

    /// The member of the given name, which must be there.
    func required(_ key: String) -> ProfileNode? {
        if members[key] == nil { problems.report(path, "\(key) is missing") }
        return self[key]
    }

    func report(_ message: String) { problems.report(path, message) }
    func has(_ key: String) -> Bool { members[key] != nil }
}
