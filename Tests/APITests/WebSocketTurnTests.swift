import CWslay
import Foundation
import Glibc
import Runtime
import Synchronization
import Testing

@testable import API

/// A socket whose other end the test holds, and whose turns it takes.
private final class HeldSocket {
    private final class Session: WebSocketSession {
        func opened(_ socket: WebSocket) {}
        func received(_ message: [UInt8], isText: Bool) {}
        func tick() {}
        func closed() {}
    }

    let socket: WebSocket
    private let descriptors: (own: Int32, other: Int32)

    init() throws {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #expect(socketpair(AF_UNIX, type, 0, &pair) == 0)
        descriptors = (pair[0], pair[1])
        let upgrade = try #require(OpaquePointer(bitPattern: 8))
        socket = WebSocket(Session(), descriptor: pair[0], upgrade: upgrade, early: []) { _ in }
        socket.open()
    }

    deinit {
        if let wire = socket.wire { wslay_event_context_free(wire) }
        Glibc.close(descriptors.own)
        Glibc.close(descriptors.other)
    }

    /// Bytes of as many frames as go in.
    func fill(with frame: [UInt8], _ most: Int = .max) -> Int {
        var sent = 0
        while sent < most, Glibc.send(descriptors.other, frame, frame.count, Int32(MSG_NOSIGNAL)) == frame.count {
            sent += frame.count
        }
        return sent
    }

    /// What came so far.
    func read() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptors.other, &buffer, buffer.count, 0)
            guard count > 0 else { return all }
            all += buffer[..<count]
        }
    }
}

@Suite("The turns of a WebSocket")
struct WebSocketTurnTests {
    /// A masked ping without content.
    private static let ping: [UInt8] = [0x89, 0x80, 0, 0, 0, 0]

    @Test("take no more from one who asks without end and takes no answer than a bounded number of frames")
    func pings() throws {
        let held = try HeldSocket()
        var taken = 0
        for _ in 0..<200 {
            taken += held.fill(with: Self.ping, 1 << 20)
            #expect(held.socket.turn(canRead: true))
        }
        let wire = try #require(held.socket.wire)
        // Those of one turn at most come on top.
        #expect(wslay_event_get_queued_msg_count(wire) <= 1024 + (64 << 10) / 6)
        #expect(!held.socket.interest.contains(.input) && held.socket.interest.contains(.output))
        #expect(taken < 4 << 20)
        // Who reads again is answered again.
        for _ in 0..<100 { _ = (held.read(), held.socket.turn(canRead: false)) }
        #expect(held.socket.interest.contains(.input))
    }

    @Test("end after what was queued before the end")
    func orderly() throws {
        let held = try HeldSocket()
        held.socket.send(Array("last".utf8))
        held.socket.close(1000, "")
        _ = held.socket.turn(canRead: false)
        #expect(held.read() == [0x81, 4] + Array("last".utf8) + [0x88, 2, 0x03, 0xE8])
    }

    @Test("hand over only what is sent soon, so that the rest can be taken back")
    func refused() throws {
        let held = try HeldSocket()
        for _ in 0..<200 { held.socket.send([UInt8](repeating: 0x61, count: 8192)) }
        #expect(held.socket.turn(canRead: false))
        held.socket.refuse()
        #expect(held.socket.takeDropped() > 100)
        // The end comes next, before what is still before the wire.
        var rest: [UInt8] = []
        for _ in 0..<100 {
            rest += held.read()
            _ = held.socket.turn(canRead: false)
        }
        rest += held.read()
        #expect(rest.count < 64 * 8192)
        #expect(rest.indices.dropLast(3).contains { rest[$0] == 0x88 && rest[$0 + 2] == 0x0F && rest[$0 + 3] == 0xA3 })
    }
}
