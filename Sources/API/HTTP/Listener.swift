import Accounts
import CLinux
import CMicroHTTPD
import Glibc
import Signals
import Synchronization

/// One listening socket with its server thread.
final class Listener: @unchecked Sendable {  // `daemon` is set once and ended once, under `isRunning`.
    /// Connections that are about to end while others have their places.
    private static let spare: UInt32 = 64
    /// Connections taken in before others get their turn.
    private static let atOnce = 64

    /// How accepting connections went.
    enum Progress {
        /// More connections may be waiting.
        case on
        /// The server thread is still busy with the last ones.
        case settling
        /// The system gives no more descriptors or memory.
        case shortage(Int32)
    }

    /// The descriptor of the listening socket.
    let listening: Int32
    let service: Service
    private let daemon: OpaquePointer
    private let path: String?
    private let isRunning = Mutex(true)

    /// Takes over a listening descriptor, whose connections an ``AcceptLoop`` brings, and starts to serve them.
    /// - Throws: `Failure` when the library cannot start its thread.
    init(_ descriptor: Int32, _ service: Service, name: String, path: String? = nil) throws {
        let callbacks = nj_mhd_callbacks(
            access: serveRequest, completed: endRequest, connection: noteConnection, address: checkAddress,
            cls: Unmanaged.passUnretained(service).toOpaque())
        LibraryReplies.take()
        // The TLS library keeps what it needs of both texts.
        let started = nj_mhd_start(
            callbacks, 16384, service.configuration.connectionLimit + Self.spare, service.configuration.timeout,
            service.certificate?.certificate, service.certificate?.key)
        guard let started else {
            close(descriptor)
            throw Failure(
                .failed, "The web server cannot start on \(name); the system may be out of threads or descriptors.")
        }
        listening = descriptor
        daemon = started
        self.service = service
        self.path = path
    }

    /// Takes in those who wait, some at a time; on the thread of the ``AcceptLoop``.
    func accept() -> Progress {
        for _ in 0..<Self.atOnce {
            if service.connections.isSettling { return .settling }
            var peer = nj_peer()
            let descriptor = nj_accept(listening, &peer)
            guard descriptor >= 0 else {
                switch errno {
                case EAGAIN: return .on
                case let error where Self.shortages.contains(error): return .shortage(error)
                // That client has left, or its network has.
                default: continue
                }
            }
            guard service.connections.admit(descriptor, address: Self.text(of: &peer)) else {
                close(descriptor)
                continue
            }
            if nj_mhd_add(daemon, descriptor, &peer.name, peer.size) == 0 {
                service.connections.note { $0.closed(descriptor) }
            }
        }
        return .on
    }

    private static let shortages: Set<Int32> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private static func text(of peer: inout nj_peer) -> String {
        let text = [CChar](unsafeUninitializedCapacity: 64) { buffer, count in
            count = nj_peer_text(&peer, buffer.baseAddress, 64)
        }
        return String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Ends the thread and closes all of its connections; the file of a unix socket goes too. Nothing may be brought any
    /// more.
    func stop() {
        isRunning.withLock { isRunning in
            guard isRunning else { return }
            isRunning = false
            if let path { unlink(path) }
            close(listening)
            // The library aborts when it is stopped with connections set aside, so none may be any more.
            service.stop()
            MHD_stop_daemon(daemon)
        }
    }
}
