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
