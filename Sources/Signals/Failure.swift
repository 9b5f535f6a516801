/// An error at a border of the program: what happened, and what the person in front of it can do.
public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The kind of failure; decides the exit code of a command and the status of a reply.
    public enum Code: String, Sendable {
        /// Anything that went wrong while doing what was asked; exit 1.
        case failed
        /// The request is invalid; exit code 2.
        case usage
        /// What was asked does not fit what is there now; exit 1.
        case conflict
        /// What was asked for does not exist; exit code 3.
        case notFound
        /// The operating system or the owner does not allow it; exit 4.
        case notPermitted
    }

    /// The kind of failure.
    public var code: Code
    /// One or two sentences: what happened and what to do.
    public var message: String
    /// The underlying error, if any.
    public var cause: (any Error)?

    /// A failure of the given kind.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}

extension Failure {
    /// First parts of paths that are addresses of the API and no files of the machine.
    private static let addresses: Set<Substring> = ["api", "assets"]

    /// What somebody who is not at the machine is told of an error: a failure's message without the folders of files,
    /// and nothing of an error that was not written for people.
    public static func telling(_ error: any Error) -> String {
        guard let failure = error as? Failure else {
            return "Something went wrong inside of the gateway; its log has more."
        }
        return withoutFolders(failure.message)
    }

    /// A text in which a file that stands with its absolute path stands with its name alone.
    public static func withoutFolders(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "/") {
            let isFirst = start == rest.startIndex && result.isEmpty
            let before = start == rest.startIndex ? result.last : rest[rest.index(before: start)]
            result += rest[..<start]
            rest = rest[start...]
            let path = rest.prefix { !$0.isWhitespace && !"\"“”‘’'`()<>,;".contains($0) }
            rest = rest[path.endIndex...]
            let opens = isFirst || before.map { $0.isWhitespace || "\"“‘'`(<=,;".contains($0) } == true
            result += opens ? name(of: path) : path
        }
        return result + rest
    }

    private static func name(of path: Substring) -> Substring {
        // What ends a sentence or leads on to its reason is no part of a path.
        let tail = path.reversed().prefix { ".:!?".contains($0) }.count
        let parts = path.dropLast(tail).split(separator: "/")
        guard parts.count > 1, let first = parts.first, let last = parts.last, !addresses.contains(first) else {
            return path
        }
        return last + path.suffix(tail)
    }
}
