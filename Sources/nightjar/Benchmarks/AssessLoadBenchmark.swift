import API
import Gateway
import Glibc
import Runtime
import Signals
import Store
import Synchronization

/// The route assess-load of a real server on a unix socket, asked by four connections that never rest, with a baseline
/// and everything else that may be given.
final class AssessLoadBenchmark {
    private static let connections = 4
    private static let requests = 2000

    private let folder: String
    private let gateway: Gateway
    private let server: HTTPServer
    private let live: LiveFeed

    init() throws {
        var name = Array("/tmp/nightjar-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            throw Failure(SystemError(errno, "mkdtemp", "/tmp"), "There is no room for a store in /tmp")
        }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        gateway = try Gateway(.init(folder: folder, zone: .utc))
        live = LiveFeed(gateway)
        server = try HTTPServer(
            .init(unixSocket: "\(folder)/g.sock"), router: Routes.router(for: gateway, live: live), events: live.events)
    }

    deinit {
        server.stop()
        gateway.store.close()
        for name in ["g.sock", "store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.lock"] {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }

    func run() throws -> Benchmark.Work {
        let times = Mutex<[Double]>([])
        let problem = Mutex<(any Error)?>(nil)
        let path = "\(folder)/g.sock"
        var work = try Benchmark.measure {
            let threads = try (0..<Self.connections).map { _ in
                try LoopThread {
                    do {
                        let own = try Self.ask(path)
                        times.withLock { $0 += own }
                    } catch {
                        problem.withLock { $0 = error }
                    }
                }
            }
            for thread in threads { thread.join() }
            return times.withLock { $0.count }
        }
        if let error = problem.withLock({ $0 }) { throw error }
        let sorted = times.withLock { $0.sorted() }
        work.percentile99 = sorted.isEmpty ? nil : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
        return work
    }

    /// Asks over one connection and tells how long each answer took, in seconds.
    private static func ask(_ path: String) throws -> [Double] {
        let descriptor = try UnixSocket.connect(path).take()
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, 0)
        let body =
            #"{"reading_speed":180,"error_rate":0.05,"pause_frequency":5,"heart_rate_variability":45,"#
            + #""content_difficulty":{"lexical":0.5,"syntactic":0.5,"concept":0.5,"cultural":0.5}}"#
        let request = Array(
            "POST /api/v1/cognitive/assess-load HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                .utf8)
        var times: [Double] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        for _ in 0..<requests {
            let start = seconds()
            guard send(descriptor, request, request.count, 0) == request.count else { throw lost }
            var count = 0
            repeat {
                let more = buffer.withUnsafeMutableBytes {
                    recv(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count, 0)
                }
                guard more > 0 else { throw lost }
                count += more
            } while !isWhole(buffer[..<count])
            times.append(seconds() - start)
        }
        return times
    }

    private static var lost: Failure { Failure(.failed, "The server closed the connection.") }

    /// Whether an answer ends here: with the last brace of its body.
    private static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.last == UInt8(ascii: "}") else { return false }
        var (depth, isOpen) = (0, false)
        for byte in bytes {
            if byte == UInt8(ascii: "{") { (depth, isOpen) = (depth + 1, true) }
            if byte == UInt8(ascii: "}") { depth -= 1 }
        }
        return isOpen && depth == 0
    }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
