import Glibc
public import Signals

/// What the operating system refused: its error number, the call that gave it and what that was done to.
///
/// ```swift
/// let descriptor = open(path, O_RDONLY | O_CLOEXEC)
/// guard descriptor >= 0 else { throw Failure(SystemError(errno, "open", path), "\(path) cannot be opened") }
/// ```
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number (errno(3)).
    public let number: Int32
    /// The name of the system call or function of the C library.
    public let call: String
    /// The path, address or program that it was called for; empty where there is none.
    public let subject: String

    /// What `call` left in `errno`: read it before anything else is called.
    public init(_ number: Int32, _ call: String, _ subject: String = "") {
        self.number = number
        self.call = call
        self.subject = subject
    }

    /// The system's own words for the number, such as "No space left on device".
    public var reason: String { String(cString: strerror(number)) }

    /// Whether the disk or the quota is used up.
    public var meansNoSpace: Bool { number == ENOSPC || number == EDQUOT }

    /// Whether the account lacks the right, or the file system takes no writes.
    public var meansNotPermitted: Bool { [EACCES, EPERM, EROFS].contains(number) }

    /// Such as "open /var/lib/nightjar/lock: Permission denied (13)", for a log.
    public var description: String {
        "\(call)\(subject.isEmpty ? "" : " \(subject)"): \(reason) (\(number))"
    }
}

extension Failure {
    /// What was refused, in the system's words: "`what`: `reason`." and what to do about it.
    /// - Parameters:
    ///   - error: why; the cause of the failure, or `NoSpace` where that is what it means. First, so that `errno` is read
    ///     before anything else is done.
    ///   - what: what could not be done, such as "/tmp/a.csv cannot be written".
    ///   - code: the kind of failure; by default `notPermitted` for want of a right and `failed` for the rest.
    ///   - advice: a sentence on what to do.
    public init(_ error: SystemError, _ what: String, as code: Code? = nil, advice: String? = nil) {
        self.init(
            code ?? (error.meansNotPermitted ? .notPermitted : .failed),
            "\(what): \(error.reason).\(advice.map { " \($0)" } ?? "")",
            cause: error.meansNoSpace ? NoSpace() : error)
    }
}
