import Documents
import Foundation
import Glibc
import Runtime
import Signals
import Testing

@Suite("The log")
struct LogTests {
    /// The two ends of a pipe.
    private struct Pipe {
        var (read, write): (Int32, Int32)

        init() {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            (read, write) = (ends[0], ends[1])
        }

        /// What comes until the other end is closed.
        func all() -> String {
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while case let count = Glibc.read(read, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
            close(read)
            return String(decoding: text, as: UTF8.self)
        }
    }

    @Test("is one JSON object a line, of what matters enough, in its order")
    func json() throws {
        let pipe = Pipe()
        let log = try Log(level: .info, descriptor: pipe.write)
        log.add(.info, "It is \"so\"\u{1B}[2J.", ["device": .string("a\nb"), "count": .number(3), "none": .null])
        log.add(.debug, "Nobody asked.")
        log.add(.error, "It failed.")
        log.stop()
        close(pipe.write)
        let lines = pipe.all().split(separator: "\n").map(String.init)
        #expect(lines.count == 2 && !lines.joined().contains("\u{1B}"))
        let first = try #require(try JSONValue(parsing: Array(lines[0].utf8)).object)
        #expect(first["message"]?.string == "It is \"so\"\u{1B}[2J." && first["level"]?.string == "info")
        #expect(first["device"]?.string == "a\nb" && first["count"]?.number == 3 && first["none"] == .null)
        #expect(first["time"]?.string.flatMap { Instant(rfc3339: $0) } != nil)
        #expect(lines[1].contains("It failed."))
    }

    @Test("has the priority that the journal reads, and is a sentence for a person")
    func forms() {
        let record = LogRecord(
            time: Instant(nanoseconds: 0), level: .error, message: "No\u{1B} room.",
            fields: [("device", .string("strap\n")), ("wait_s", .number(3)), ("reason", .null)])
        #expect(String(decoding: record.line(.journal), as: UTF8.self).hasPrefix("<3>{\"time\":\"1970-01-01T00:00:00"))
        #expect(
            String(decoding: record.line(.terminal), as: UTF8.self)
                == "nightjar: No\\u001b room. (device strap\\u000a, wait_s 3)\n")
        #expect(LogLevel.allCases.map(\.priority) == [3, 4, 6, 7])
    }

    @Test("makes nobody wait for a reader that takes nothing, and says how much was dropped")
    func slowReader() throws {
        let pipe = Pipe()
        let log = try Log(level: .debug, descriptor: pipe.write)
        // Far more than the pipe and the log hold: with a writer that waits this would never come to its end.
        let text = String(repeating: "x", count: 1000)
        for _ in 0..<5000 { log.add(.info, text) }
        let reader = Thread.detachedReading(pipe.all)
        log.stop()
        log.stop()
        close(pipe.write)
        let lines = reader().split(separator: "\n")
        let kept = lines.count { $0.contains("xxx") }
        let dropped = lines.compactMap { line -> Int? in
            (try? JSONValue(parsing: Array(line.utf8)))?.object?["dropped"]?.number.map { Int($0) }
        }.reduce(0, +)
        #expect(kept > 200 && dropped > 1000 && kept + dropped == 5000)
    }
}

extension Thread {
    /// Begins `work` on a thread of its own; what is returned waits for its result.
    fileprivate static func detachedReading(_ work: @escaping @Sendable () -> String) -> () -> String {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var text = ""
        Thread.detachNewThread {
            text = work()
            done.signal()
        }
        return {
            done.wait()
            return text
        }
    }
}
