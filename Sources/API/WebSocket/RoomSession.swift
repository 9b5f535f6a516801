import Analysis
import Documents
import Gateway
import Runtime
import Signals
import Store
import Synchronization

/// One socket in a room: what is said there, who comes and goes, and analyses of activity.
final class RoomSession: WebSocketSession {
    private struct State {
        var socket: WebSocket?
        var rate = MessageRate()
        var seconds = 0
        var isInside = false
        var analysis: Task<Void, Never>?
    }

    let room: String
    /// The user id of the token; what messages say of themselves is not believed.
    let user: String
    private let name: String
    private let person: Int64
    private let isAnalysis: Bool
    private let hub: RoomHub
    private let gateway: Gateway
    private let reader: Reader
    private let state = Mutex(State())

    /// A socket of a caller in a room.
    /// - Parameters:
    ///   - room: which.
    ///   - request: the request that opens it.
    ///   - isAnalysis: whether it is the person's own socket for analyses.
    ///   - hub: the rooms.
    ///   - gateway: what analyses.
    init(_ room: String, _ request: HTTPRequest, isAnalysis: Bool, hub: RoomHub, gateway: Gateway) {
        self.room = room
        self.isAnalysis = isAnalysis
        self.hub = hub
        self.gateway = gateway
        reader = request.reader(gateway)
        person = request.caller.personColumn
        user = request.caller.person.map { "\($0.rawValue)" } ?? "local"
        name = request.caller.person.flatMap { gateway.wearerRegistry.person($0)?.name } ?? "User_\(user.prefix(8))"
    }

    func opened(_ socket: WebSocket) {
        guard hub.enter(self) else {
            return socket.close(1008, "Three sockets of one person are open, or the room is full.")
        }
        state.withLock { state in
            state.socket = socket
            state.isInside = true
        }
        socket.send(
            text.make("connection_ack") { json in
                json.field("user_id", user)
                json.field("session_id", RouteID.random())
                json.object("server_info") { json in
                    json.field("max_message_size", RoomMessage.largest)
                    json.field("heartbeat_interval", WebSocket.beat)
                    json.field("messages_per_minute", Int(MessageRate.limit))
                }
            })
        status("user_joined", "online")
    }

    func received(_ message: [UInt8], isText: Bool) {
        guard review() else { return }
        guard isText else { return state.withLock { $0.socket }?.close(1003, "Only text is understood.") ?? () }
        guard state.withLock({ $0.rate.take(at: .now) }) else {
            return send(text.error("RATE_LIMIT_EXCEEDED", "60 messages may come in a minute; wait a moment."))
        }
        do { act(on: try RoomMessage(message, isAnalysis: isAnalysis)) } catch {
            send(text.error(error.code, error.text))
        }
    }

    func tick() {
        guard review() else { return }
        let isBeat = state.withLock { state in
            state.seconds += 1
            return state.isInside && state.seconds % WebSocket.beat == 0
        }
        if isBeat { send(text.make("heartbeat")) }
    }

    func closed() {
        let (wasInside, analysis) = state.withLock { state in
            defer { (state.socket, state.isInside, state.analysis) = (nil, false, nil) }
            return (state.isInside, state.analysis)
        }
        analysis?.cancel()
        if wasInside, hub.leave(self) { status("user_left", "offline") }
    }

    func send(_ message: [UInt8]) { if review() { _ = state.withLock { $0.socket }?.send(message) } }

    /// Ends the socket of somebody who may not be here any more.
    /// - Returns: Whether they may.
    @discardableResult
    func review() -> Bool {
        guard !reader.isAdmitted else { return true }
        let (socket, analysis) = state.withLock { ($0.socket, $0.analysis) }
        analysis?.cancel()
        socket?.refuse()
        return false
    }

    private var text: RoomText { RoomText(time: gateway.configuration.clock.now) }

    private func status(_ type: String, _ word: String) {
        let message = text.make(type) { json in
            json.field("user_id", user)
            json.field("username", name)
            json.field("status", word)
        }
        hub.tell(room, message, except: self)
    }

    private func act(on message: RoomMessage) {
        switch message {
        case .message(let content, let metadata):
            let told = text.make("message") { json in
                json.field("content", content)
                json.field("user_id", user)
                json.field("username", name)
                json.field("metadata", metadata ?? .null)
            }
            hub.tell(room, told)
        case .typing(let isTyping):
            let told = text.make("typing") { json in
                json.field("user_id", user)
                json.field("username", name)
                json.field("is_typing", isTyping)
            }
            hub.tell(room, told, except: self)
        case .heartbeat(let clientTime):
            send(
                text.make("heartbeat_ack") { json in
                    json.field("client_timestamp", clientTime)
                    json.field("server_timestamp", gateway.configuration.clock.now.rfc3339)
                })
        case .analysis(let points): analyse(points)
        }
    }

    private func analyse(_ points: [RoomMessage.Point]) {
        let task = Task { [weak self, gateway, person] in
            do {
                let request = try ActigraphyRequest(points.map { ($0.time, $0.value) }, measure: .counts)
                let begun = try gateway.actigraphy.begin(request, of: person)
                self?.update("started", 0)
                await gateway.actigraphy.finish(begun.id, within: .seconds(ActigraphyQueue.keptSeconds))
                guard !Task.isCancelled, let result = gateway.actigraphy.result(begun.id, of: person) else { return }
                self?.told(result)
            } catch {
                self?.update("failed", 100)
                self?.fail(Failure.telling(error))
            }
        }
        state.withLock { $0.analysis = task }
    }

    private func fail(_ reason: String) { send(text.error("HEALTH_ANALYSIS_ERROR", reason)) }

    private func update(_ status: String, _ progress: Int, _ details: String? = nil) {
        send(
            text.make("analysis_update") { json in
                json.field("user_id", user)
                json.field("status", status)
                json.field("progress", progress)
                json.field("details", details)
            })
    }

    private func told(_ result: ActigraphyResult) {
        guard result.status == .completed else {
            update("failed", 100, result.message)
            return fail(result.message ?? "The analysis failed.")
        }
        update("completed", 100, result.id)
        let lines = result.night.flatMap { result.analysis?.insights($0) } ?? []
        let insight =
            lines.isEmpty ? result.message ?? "Nothing could be told from these points." : lines.joined(separator: " ")
        send(
            text.make("health_insight") { json in
                json.field("user_id", user)
                json.field("insight", String(insight.prefix(5000)))
                json.field("confidence", result.night?.sleepPeriod == nil ? 0 : result.night?.confidence.value ?? 0)
                json.field("category", "sleep")
                json.object("source_data") { json in
                    json.field("analysis_id", result.id)
                    json.field("data_points", result.request.minutes.count)
                }
                json.array("recommendations", [String]())
            })
    }
}
