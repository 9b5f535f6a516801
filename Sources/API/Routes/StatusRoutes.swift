import Documents
import Gateway
import Runtime
import Signals
import Store

/// Whether the gateway works.
enum StatusRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.get("/api/v1/health", access: .everybody, .health) { request in
            // Somebody elsewhere learns that it answers, and nothing of the box.
            guard request.isKnown else { return .json { $0.field("status", "up") } }
            let tell = { request.isFromUnixSocket ? $0 : Failure.withoutFolders($0) }
            let status = gateway.store.status
            let trouble = gateway.storeTrouble ?? gateway.storeFault
            return .json { json in
                json.field("status", trouble == nil ? "ok" : "degraded")
                json.field("version", Version.current)
                json.field("uptime_s", gateway.uptime)
                json.field("zone", gateway.configuration.zone.name)
                json.object("store") { json in
                    json.field("state", trouble == nil ? "ok" : "degraded")
                    json.field("reason", trouble.map(tell))
                    json.field("checked_s", status.checked)
                    json.field("since_s", status.since)
                    json.field("pending_bytes", status.pendingBytes)
                    json.field("dropped_samples", status.droppedSamples)
                    json.array("notices", gateway.store.notices.map(tell))
                }
            }
        }
    }
}
