import Foundation
import Glibc
import Runtime
import Testing

@testable import Relay

@Suite("Programs that connect to the relay and say nothing", .timeLimit(.minutes(1)))
struct RelayGreetingTests {
    private let bench = RelayTestSessions()

    @Test("keep nobody out, however many they are")
    func many() async throws {
        try bench.hub()
        var silent: [Int32] = []
        defer { for descriptor in silent { close(descriptor) } }
        for _ in 0..<(3 * RelayHubLoop.connectionLimit) {
            // More than wait in the kernel: the hub takes them in meanwhile.
            while true {
                guard let socket = try? UnixSocket.connect(bench.path) else {
                    try await Task.sleep(for: .milliseconds(5))
                    continue
                }
                silent.append(socket.take())
                break
            }
        }
        let watch = try bench.session(.watch, RelayEventLog())
        #expect(try await bench.eventually { watch.activationState == .activated })
    }

    @Test("are ended after a while")
    func deadline() async throws {
        let hub = try RelayHub(path: bench.path, greetingTime: .milliseconds(50))
        defer { hub.stop() }
        let watch = try bench.session(.watch, RelayEventLog())
        #expect(try await bench.eventually { watch.activationState == .activated })
        let socket = try UnixSocket.connect(bench.path)
        var wait = pollfd(fd: socket.borrowed, events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 20_000) == 1)
        var byte: UInt8 = 0
        #expect(recv(socket.borrowed, &byte, 1, 0) == 0)
        #expect(watch.activationState == .activated && hub.connected == [.watch])
    }
}
