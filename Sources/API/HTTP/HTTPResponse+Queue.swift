import CHTTPReplies
import CMicroHTTPD
import Documents
import Glibc
import Runtime

extension HTTPResponse {
    /// Fields of every answer: what a page from here may load is this server's own, and nobody may frame it or guess
    /// at media types (OWASP Secure Headers).
    static let securityFields: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
                + "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
    ]

    /// Hands the answer to the library; only inside of the connection's callback.
    func queue(on connection: OpaquePointer, for exchange: Exchange?) -> MHD_Result {
        guard let answer = made(on: connection, for: exchange) else { return .NO }
        defer { MHD_destroy_response(answer) }
        // Before the first byte: what ends from now on is found in it.
        if isLong, let exchange, !exchange.sends(while: isAllowed) { return .NO }
        return nj_queue_response(connection, UInt32(clamping: status), answer) == 0 ? .NO : .YES
    }

    /// Whether its body may still be under way when a right to it ends.
    private var isLong: Bool {
        switch body {
        case .stream, .file: true
        case .bytes(let bytes): bytes.count >= Self.long
        case .kept(let kept): kept.bytes.count >= Self.long
        // Event streams and sockets look for themselves, and what everybody may have is nobody's.
        case .none, .asset, .events, .upgrade: false
        }
    }

    /// Bytes that may lie in the buffers of the system anyway.
    private static let long = 64 << 10

    /// The answer with its fields, as the library has it.
    private func made(on connection: OpaquePointer, for exchange: Exchange?) -> OpaquePointer? {
        guard let answer = make(on: connection, for: exchange) else { return nil }
        for (name, value) in Self.securityFields where headers[name] == nil {
            MHD_add_response_header(answer, name, value)
        }
        for field in headers.fields { MHD_add_response_header(answer, field.name, field.value) }
        return answer
    }

    private func make(on connection: OpaquePointer, for exchange: Exchange?) -> OpaquePointer? {
        switch body {
        case .none: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .kept(let kept):
            // Shared by many answers, and not copied for each.
            let owner = Unmanaged.passRetained(kept)
            let made = MHD_create_response_from_buffer_with_free_callback_cls(
                kept.bytes.count, UnsafeMutableRawPointer(mutating: kept.bytes.baseAddress), releaseKeptBytes,
                owner.toOpaque())
            if made == nil { owner.release() }
            return made
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .asset(let asset):
            return MHD_create_response_from_buffer(
                asset.bytes.count, UnsafeMutableRawPointer(mutating: asset.bytes.baseAddress), .RESPMEM_PERSISTENT)
        case .file(let file):
            guard let descriptor = file.take() else { return nil }
            let answer = MHD_create_response_from_fd_at_offset64(file.count, descriptor, file.offset)
            if answer == nil { close(descriptor) }
            return answer
        case .stream(let count, let write):
            let stream = ResponseStream(gate: ConnectionGate(connection))
            exchange?.isSending { stream.clientLeft() }
            let trace = exchange?.trace ?? ""
            let told: @Sendable (ResponseStream) async throws -> Void = { stream in
                do { try await write(stream) } catch {
                    // Its status is gone already: the log is where it can still be told.
                    if !(error is CancellationError) {
                        Log.error(
                            "An answer broke off while it was sent.",
                            ["trace": .string(trace), "cause": Log.cause(error)])
                    }
                    throw error
                }
            }
            return make(.stream(stream, told), count: count)
        case .upgrade(let session):
            guard let exchange else { return nil }
            let upgrade = WebSocketUpgrade(session, loop: exchange.service.sockets)
            exchange.keep(upgrade)
            exchange.watch.lasts()
            return MHD_create_response_for_upgrade(upgradeConnection, Unmanaged.passUnretained(upgrade).toOpaque())
        case .events(let subscription):
            subscription.attach(ConnectionGate(connection))
            exchange?.isSending { subscription.end() }
            exchange?.watch.lasts()
            // The library's own buffer is for clients of HTTP/1.0 alone.
            return make(.events(subscription), count: nil, block: 256)
        }
    }

    private func make(_ kind: AnswerSource.Kind, count: UInt64?, block: Int = 1024) -> OpaquePointer? {
        let source = Unmanaged.passRetained(AnswerSource(kind)).toOpaque()
        let answer = MHD_create_response_from_callback(
            count ?? nj_mhd_size_unknown, block, readAnswer, source, releaseAnswer)
        if answer == nil { releaseAnswer(source) }
        return answer
    }
}
