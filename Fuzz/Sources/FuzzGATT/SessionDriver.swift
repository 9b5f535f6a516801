import Bluetooth
import Signals

/// Drives a session and checks what must hold whatever the peer says: one request in flight, each protocol data unit
/// sound, each request completed exactly once, nothing after the end.
struct SessionDriver {
    private var session: GATTSession
    private var uptime = Duration.zero
    private var asked: [UInt8]?
    private var isClosed = false
    private var open: Set<GATTRequestID> = []
    private var all: [GATTRequestID] = []
    private var memory: GATTMemory?
    private static let server = GATTServer(name: "fuzz", zone: .utc)

    init(askedUnit: Int) {
        session = GATTSession(askedUnit: askedUnit, server: Self.server, at: .zero)
        perform()
    }

    /// Anything from the peer.
    mutating func receive(_ pdu: [UInt8]) {
        if let asked, let first = pdu.first, answers(first, pdu, asked) { self.asked = nil }
        session.receive(pdu.span.bytes, stamped: Instant(nanoseconds: 0), at: uptime)
        perform()
    }

    /// Something that begins like the answer to what was asked last.
    mutating func answer(_ rest: [UInt8]) {
        guard let asked else { return receive(rest) }
        receive([asked[0] &+ 1] + rest)
    }

    /// A refusal of what was asked last.
    mutating func refuse(_ rest: [UInt8]) {
        guard let asked else { return receive(rest) }
        receive([1, asked[0]] + (rest.count == 1 ? [0, 0] + rest : rest))
    }

    mutating func pass(_ seconds: Double) {
        uptime += .seconds(seconds)
        session.tick(at: uptime)
        perform()
    }

    mutating func submit(read bytes: [UInt8]) { submit(.read(handle: UInt16(bytes.first ?? 1)), true) }

    mutating func submit(write bytes: [UInt8], mayRaiseSecurity: Bool) {
        let handle = UInt16(bytes.first ?? 1)
        let value = Array(bytes.dropFirst())
        // A second byte that is odd repeats the value until it needs several parts.
        let times = value.first.map { Int($0 & 1) * 7 + 1 } ?? 1
        let long = (0..<times).flatMap { _ in value }
        submit(value.first == 2 ? .command(handle: handle, value) : .write(handle: handle, long), mayRaiseSecurity)
    }

    mutating func submit(search bytes: [UInt8]) {
        let uuid = BluetoothUUID(UInt32(bytes.first ?? 0) | 0x2A00)
        submit(bytes.count % 2 == 0 ? .services(uuid) : .values(of: uuid, in: 1...0xFFFF), true)
    }

    mutating func cancel(_ place: UInt8) {
        guard !all.isEmpty else { return }
        session.cancel(all[Int(place) % all.count], at: uptime)
        perform()
    }

    mutating func secure(_ succeeds: Bool) {
        if succeeds { session.securityRaised(at: uptime) } else { session.securityRefused("no", at: uptime) }
        perform()
    }

    mutating func disconnect() {
        session.disconnected("gone")
        isClosed = true
        perform()
        precondition(open.isEmpty, "a lost link completes everything")
    }

    /// Whatever is left is completed when nothing more comes.
    mutating func end() {
        for _ in 0..<4 where !isClosed { pass(91) }
        if !isClosed { disconnect() }
        precondition(open.isEmpty && session.deadline == nil)
    }

    private mutating func submit(_ request: GATTRequest, _ mayRaiseSecurity: Bool) {
        let id = session.submit(request, mayRaiseSecurity: mayRaiseSecurity, at: uptime)
        precondition(!all.contains(id))
        all.append(id)
        open.insert(id)
        perform()
    }

    private func answers(_ first: UInt8, _ pdu: [UInt8], _ asked: [UInt8]) -> Bool {
        first == 1 ? pdu.count > 1 && pdu[1] == asked[0] : first == asked[0] &+ 1
    }

    private mutating func perform() {
        while let action = session.nextAction() {
            switch action {
            case .send(let pdu): send(pdu)
            case .value, .databaseChanged: break
            case .ready(let database, let memory): check(database, memory)
            case .completed(let id, _):
                precondition(open.remove(id) != nil, "a request is completed once")
            case .raiseSecurity:
                precondition(!isClosed)
            case .close:
                precondition(!isClosed && open.isEmpty, "everything is completed before")
                isClosed = true
            }
        }
        precondition((23...517).contains(session.transmissionUnit))
    }

    private mutating func send(_ pdu: [UInt8]) {
        precondition(!isClosed && pdu.count <= 517)
        guard let message = try? ATTMessage(pdu.span.bytes) else { preconditionFailure("we speak nonsense: \(pdu)") }
        precondition(message.pdu.bytes == pdu)
        guard ATTOpcode.kind(of: pdu[0]) == .request else { return }
        precondition(asked == nil, "one request at a time")
        asked = pdu
    }

    private mutating func check(_ database: GATTDatabase, _ memory: GATTMemory?) {
        var last = 0
        for service in database.services {
            precondition(Int(service.handles.lowerBound) > last)
            for characteristic in service.characteristics {
                precondition(Int(characteristic.declaration) > last)
                precondition(characteristic.value > characteristic.declaration)
                last = Int(characteristic.declaration)
                precondition(characteristic.descriptors.allSatisfy { service.handles.contains($0.handle) })
            }
            last = Int(service.handles.upperBound)
        }
        guard let memory else { return }
        precondition(GATTMemory(text: memory.text) == memory, "what is kept comes back the same")
        let again = GATTSession(askedUnit: 23, memory: memory, server: Self.server, at: .zero)
        precondition(again.transmissionUnit == 23)
    }
}
