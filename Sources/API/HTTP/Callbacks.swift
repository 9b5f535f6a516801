import CMicroHTTPD
import Documents

// File-scope functions: a closure written inside of a main-actor type would be checked for that actor on the server's
// thread, and the process would die.

/// Called for the head of a request, for each piece of its body, at its end, and after each suspension.
func serveRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let url, let method, let version, let count, let slot else { return .NO }
    let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    if let note = RequestLine.Note(slot.pointee) {
        slot.pointee = nil
        if let fault = RequestLine.fault(connection, note, method: method, version: version) {
            return fault.refusal().queue(on: connection, for: nil)
        }
    }
    guard let known = slot.pointee else {
        let start = Exchange.start(
            service, connection, path: String(cString: url), method: HTTPMethod(rawValue: String(cString: method)),
            version: String(cString: version))
        switch start {
        case .refuse(let response): return response.queue(on: connection, for: nil)
        case .exchange(let exchange):
            guard service.add(exchange) else {
                let refusal = HTTPProblem.stopping.response(path: exchange.request.path, trace: HTTPProblem.trace())
                return refusal.queue(on: connection, for: nil)
            }
            slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
            exchange.watch.headIsComplete()
            exchange.headIsComplete()
            return .YES
        }
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if count.pointee > 0 {
        exchange.watch.received(count.pointee)
        let isWelcome = exchange.receive(UnsafeRawBufferPointer(start: data, count: count.pointee))
        count.pointee = 0
        if !isWelcome { RefusalLog.tell(.endlessBody) }
        return isWelcome ? .YES : .NO
    }
    exchange.watch.isAnswering()
    guard let response = exchange.answer() else { return .YES }
    return response.queue(on: connection, for: exchange)
}

/// Called once for each request that got a slot, when its answer was sent or its connection has ended.
func endRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let known = slot?.pointee, RequestLine.Note(known) == nil else { return }
    slot?.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    exchange.service.remove(exchange)
    exchange.watch.isIdle()
    exchange.end()
}

/// Called when the library has taken a connection over, and when it is about to close one. What is noted with it is a
/// number in the place of a pointer.
func noteConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ note: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ notice: MHD_ConnectionNotificationCode
) {
    guard let context, let connection else { return }
    let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    let descriptor = nj_mhd_descriptor(connection)
    service.connections.note { table in
        if notice == .CONNECTION_NOTIFY_STARTED { table.opened(descriptor) } else { table.closed(descriptor) }
    }
    if notice == .CONNECTION_NOTIFY_STARTED, service.asksWho { note?.pointee = ConnectionNote.make(connection) }
}

/// Called when the library wants bytes of an answer that is made while it is sent.
func readAnswer(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ room: Int
) -> Int {
    guard let context, let buffer else { return nj_mhd_end_with_error }
    let source = Unmanaged<AnswerSource>.fromOpaque(context).takeUnretainedValue()
    return source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
}

/// Called when libmicrohttpd no longer needs such an answer, sent or not.
func releaseAnswer(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<AnswerSource>.fromOpaque(context).takeRetainedValue().end()
}

/// Called when libmicrohttpd no longer needs the bytes of a kept answer.
func releaseKeptBytes(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<KeptBytes>.fromOpaque(context).release()
}
