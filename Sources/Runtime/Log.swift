import CLinux
public import Documents
import Glibc
import Signals
import Synchronization

/// The log of this process: lines on standard error, written by a thread of its own, so that nobody waits for a reader that
/// is slow or gone. What does not fit is dropped, and how much is said with the next line.
///
/// ```swift
/// Log.start(level: .info)
/// Log.warning("The outbox could not be read.", ["path": .string(path)])
/// Log.stop()
/// ```
///
/// Nothing is written before ``start(level:descriptor:)``: a command's errors are its answer, not a log.
public final class Log: Sendable {
    /// Bytes that may wait to be written.
    private static let room = 256 << 10
    private static let shared = Mutex<Log?>(nil)
    /// What failed lately, when it was told, and how often since.
    private static let attempts = Mutex<[String: (told: ContinuousClock.Instant, since: Int)]>([:])

    private struct State {
        var waiting: [UInt8] = []
        var dropped = 0
        var isOver = false
        var hasEnded = false
    }

    private let level: LogLevel
    private let form: LogRecord.Form
    private let descriptor: Int32
    private let state = Mutex(State())
    /// An event descriptor, readable while there is something to write.
    private let wakeup: Int32
    private let thread = Mutex<LoopThread?>(nil)

    /// A log that writes what matters at least as much as `level`.
    /// - Parameters:
    ///   - level: the least that is written.
    ///   - descriptor: where to; standard error by default.
    ///   - form: how lines look; by default as fits what `descriptor` leads to.
    /// - Throws: `Failure` when the system has no more threads or descriptors.
    public init(level: LogLevel, descriptor: Int32 = 2, form: LogRecord.Form? = nil) throws {
        self.level = level
        self.descriptor = descriptor
        self.form = form ?? Self.form(of: descriptor)
        wakeup = eventfd(0, Int32(EFD_CLOEXEC))
        guard wakeup >= 0 else {
            throw Failure(SystemError(errno, "eventfd"), "The log cannot begin")
        }
        let started = try LoopThread { [self] in write() }
        thread.withLock { $0 = started }
    }

    deinit { close(wakeup) }

    /// Begins the log of this process; without threads there is none.
    public static func start(level: LogLevel, descriptor: Int32 = 2) {
        let log = try? Log(level: level, descriptor: descriptor)
        shared.withLock { $0 = log }
    }

    /// Ends the log of this process once what waits is written, or nobody reads it for a second.
    public static func stop() {
        let log = shared.withLock { log in
            defer { log = nil }
            return log
        }
        log?.stop()
    }

    /// Whether records of a level are written: asked before work is put into one.
    public static func isOn(_ level: LogLevel) -> Bool { shared.withLock { $0 }.map { level <= $0.level } ?? false }

    /// Something that was asked for failed.
    public static func error(_ message: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
        shared.withLock { $0 }?.add(.error, message, fields)
    }

    /// A problem that the gateway can live with.
    public static func warning(_ message: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
        shared.withLock { $0 }?.add(.warning, message, fields)
    }

    /// Something that a person who looks wants to know.
    public static func info(_ message: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
        shared.withLock { $0 }?.add(.info, message, fields)
    }

    /// Details that are seldom of interest.
    public static func debug(_ message: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
        shared.withLock { $0 }?.add(.debug, message, fields)
    }

    /// What `body` returns; nil when it throws, which is logged as `what` with the cause, once a minute with how often it
    /// was not told.
    /// - Parameters:
    ///   - what: one of few sentences, the same each time.
    ///   - body: what is tried.
    @discardableResult
    public static func attempt<Value>(_ what: String, _ body: () throws -> Value) -> Value? {
        do { return try body() } catch is CancellationError { return nil } catch {
            let now = ContinuousClock.now
            let before = attempts.withLock { attempts -> Int? in
                if let known = attempts[what], now - known.told < .seconds(60) {
                    attempts[what]?.since += 1
                    return nil
                }
                defer { attempts[what] = (now, 0) }
                return attempts[what]?.since ?? 0
            }
            guard let before else { return nil }
            Self.error(what, ["cause": cause(error), "untold": before == 0 ? .null : .number(Double(before))])
            return nil
        }
    }

    /// An error with those below it, as the value of a field.
    public static func cause(_ error: any Error) -> JSONValue {
        var text = "\(error)"
        var next = (error as? Failure)?.cause
        while let cause = next {
            text += " Cause: \(cause)"
            next = (cause as? Failure)?.cause
        }
        return .string(text)
    }

    /// Adds a record.
    public func add(_ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
        guard level <= self.level else { return }
        let record = LogRecord(
            time: WallClock().now, level: level, message: message, fields: fields.map { ($0.key, $0.value) })
        let line = record.line(form)
        let isFirst = state.withLock { state in
            guard state.waiting.count + line.count <= Self.room, !state.isOver else {
                state.dropped += 1
                return false
            }
            defer { state.waiting += line }
            return state.waiting.isEmpty
        }
        if isFirst { ring() }
    }

    /// Writes what waits and ends; gives up on a reader that takes nothing for a second.
    public func stop() {
        state.withLock { $0.isOver = true }
        ring()
        // The thread may wait for its reader for ever, so it is not joined: it ends with the process.
        for _ in 0..<100 {
            guard !state.withLock({ $0.hasEnded }) else { break }
            usleep(10_000)
        }
        thread.withLock { $0 = nil }
    }

    private func ring() { eventfd_write(wakeup, 1) }

    private func write() {
        defer { state.withLock { $0.hasEnded = true } }
        while true {
            var count: eventfd_t = 0
            guard eventfd_read(wakeup, &count) == 0 || errno == EINTR else { return }
            let (bytes, dropped, isOver) = state.withLock { state in
                defer { (state.waiting, state.dropped) = ([], 0) }
                return (state.waiting, state.dropped, state.isOver)
            }
            put(bytes)
            if dropped > 0 {
                let record = LogRecord(
                    time: WallClock().now, level: .warning,
                    message: "Lines of this log were dropped: nobody took them.",
                    fields: [("dropped", .number(Double(dropped)))])
                put(record.line(form))
            }
            // Records that were added meanwhile have signalled the event themselves.
            if isOver { return }
        }
    }

    private func put(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, 1000)
                continue
            }
            // A reader that is gone takes nothing more, and nothing can be told.
            guard count > 0 else { return }
            done += count
        }
    }

    /// How lines look on a descriptor: for a person on a terminal; as the journal wants them where it reads; else JSON.
    static func form(of descriptor: Int32) -> LogRecord.Form {
        if isatty(descriptor) == 1 { return .terminal }
        var status = stat()
        guard let stream = PersonalFolder.environment("JOURNAL_STREAM"), fstat(descriptor, &status) == 0 else {
            return .json
        }
        // A service's output may lead elsewhere while the variable is still there (systemd.exec(5)).
        return stream == "\(status.st_dev):\(status.st_ino)" ? .journal : .json
    }
}
