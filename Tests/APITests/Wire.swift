import Foundation
import Glibc

/// A raw connection to a server, so that a test can send what no proper client would. Its calls block, so each runs on a
/// thread of its own: those of Dispatch are those of the tasks too.
final class Wire: Sendable {
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    private let descriptor: Int32

    /// A connection to a port of this machine, from 127.0.0.1 or another of its loopback addresses; with little room for what
    /// comes where the client is to be slow.
    init(port: UInt16, from host: UInt8 = 1, isSlow: Bool = false) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var room: Int32 = 4096
        if isSlow { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr.s_addr = (UInt32(0x7F00_0000) | UInt32(host)).bigEndian
        _ = withUnsafePointer(to: &own) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, .init(__sockaddr__: $0), socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, .init(__sockaddr__: $0), socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Problem(description: "connect: \(String(cString: strerror(errno)))") }
        setTimeout(seconds: 20)
    }

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, .init(__sockaddr__: $0), socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Problem(description: "connect: \(String(cString: strerror(errno)))") }
        setTimeout(seconds: 20)
    }

    deinit { Glibc.close(descriptor) }

    private func setTimeout(seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws {
        try await Wire.blocking { [descriptor] in
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw Problem(description: "send: \(String(cString: strerror(errno)))") }
                sent += count
            }
        }
    }

    /// Tells the server that no more will come.
    func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads until the server closes.
    func readAll() async throws -> String { try await read { _, _ in false } }

    /// Reads whatever bytes come until the server closes.
    func bytes() async throws -> [UInt8] { Array(try await raw { _, _ in false }) }

    /// Reads until `isEnough` of all bytes so far, or the server closes.
    func bytes(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
        Array(try await raw { data, _ in isEnough(Array(data)) })
    }

    /// Reads until the text so far contains `mark`, or the server closes.
    func read(until mark: String) async throws -> String {
        let mark = Data(mark.utf8)
        return try await read { data, new in
            data.range(of: mark, in: max(0, data.count - new - mark.count)..<data.count) != nil
        }
    }

    /// Reads the head of an answer with whatever came along of its body.
    func start() async throws -> [UInt8] {
        Array(try await raw { data, _ in data.range(of: Data("\r\n\r\n".utf8)) != nil })
    }

    /// Reads one answer with a Content-Length.
    func answer() async throws -> String {
        try await read { data, _ in
            guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return false }
            let head = String(decoding: data[..<end.lowerBound], as: UTF8.self).lowercased()
            guard let field = head.range(of: "content-length: ") else {
                return head.contains(" 304 ") || head.contains(" 204 ")
            }
            let length = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
            return data.count - end.upperBound >= length
        }
    }

    /// Reads until `isEnough`, which gets all bytes so far and the number of new ones.
    private func read(until isEnough: @escaping @Sendable (Data, Int) -> Bool) async throws -> String {
        String(decoding: try await raw(until: isEnough), as: UTF8.self)
    }

    private func raw(until isEnough: @escaping @Sendable (Data, Int) -> Bool) async throws -> Data {
        try await Wire.blocking { [descriptor] in
            var data = Data()
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count == 0 || (count < 0 && errno == ECONNRESET) { break }
                guard count > 0 else { throw Problem(description: "recv: \(String(cString: strerror(errno)))") }
                data += buffer[..<count]
                if isEnough(data, count) { break }
            }
            return data
        }
    }

    /// Runs a blocking call away from the threads of the tasks.
    static func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
