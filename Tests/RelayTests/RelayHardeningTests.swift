import Foundation
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Relay

@Suite("Relay with ends that misbehave")
struct RelayHardeningTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    @Test(
        "ends a link that speaks nonsense and harms no other",
        arguments: [
            Array("GET / HTTP/1.1\r\n\r\n".utf8), [0x4E, 0x4A, 2, 1, 0xFF, 0xFF, 0xFF, 0xFF],
            RelayFrame.encode(kind: 1, body: Array("{".utf8)), RelayPacket.activate.frame,
        ])
    func nonsense(bytes: [UInt8]) async throws {
        let hub = try bench.hub()
        let phoneDiary = RelayEventLog { _, reply in reply(["ok": true]) }
        let phone = try session(.phone, phoneDiary)
        let eventLog = RelayEventLog()
        let watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        let link = RelayLink(try UnixSocket.connect(path).take())
        _ = bytes.withUnsafeBytes { send(link.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        var told: [RelayPacket] = []
        let isOver = try await eventually {
            switch link.receive() {
            case .packets(let packets): told += packets
            case .malformed, .ended: return true
            }
            return false
        }
        #expect(isOver)
        #expect(try await watch.sendMessage([:]) == ["ok": true])
        #expect(hub.connected == [.phone, .watch])
    }

    @Test("cuts off a side that never reads, and serves the others")
    func neverReads() async throws {
        let hub = try bench.hub()
        let stuck = RelayLink(try UnixSocket.connect(path).take())
        stuck.queue(.hello(RelayHello(role: .watch, session: "stuck")))
        #expect(stuck.flush())
        let eventLog = RelayEventLog()
        let phone = try session(.phone, eventLog)
        #expect(try await eventually { phone.isReachable })
        let payload: RelayPayload = ["x": .string(String(repeating: "x", count: 60_000))]
        for _ in 0..<300 { phone.sendMessage(payload, replyHandler: nil) }
        #expect(try await eventually { hub.connected == [.phone] })
        #expect(try await eventually { !phone.isReachable })
    }

    @Test("gives its descriptors and threads back")
    func noLeaks() async throws {
        func descriptors() -> Int {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }.count { $0.hasPrefix("socket:") || $0.hasPrefix("pipe:") }
        }
        let probe = Mutex<[Int]>([])
        for _ in 0..<3 {
            for _ in 0..<20 {
                let hub = try RelayHub(path: path)
                let eventLog = RelayEventLog()
                let watch = try session(.watch, eventLog)
                #expect(try await eventually { hub.connected == [.watch] })
                watch.invalidate()
                hub.stop()
            }
            let count = descriptors()
            probe.withLock { $0.append(count) }
        }
        // Other tests of this process hold some of their own for a while; a leak would be 20 and more a round.
        let counts = probe.withLock { $0 }
        #expect(counts[2] - counts[1] < 60)
        #expect(access(path, F_OK) != 0)
    }
}
