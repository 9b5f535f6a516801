import Devices
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Devices that are near or known, and what a person decides about them. `{id}` is the id of an entry or the name under
/// which the device's samples are kept.
enum DeviceRoutes {
    private static let choices: Set = [
        "name", "profile", "streams", "settings", "connects_by_itself", "wearer", "preferred",
    ]

    static func add(to router: inout Router, gateway: Gateway) {
        router.immediate("/api/v1/devices", .deviceList) { request in
            .json { HomeDocument.devices(gateway, request.sight(gateway), &$0) }
        }
        router.immediate("/api/v1/devices/{id}", .device) { request in
            answer(try request.entry(gateway))
        }
        router.post("/api/v1/devices/{id}/adopt", access: .owner, .adoptDevice) { request in
            let id = try request.parameter("id")
            let content = try RequestContent(request, fields: choices)
            let entry = try gateway.devices.entry(id)
            let adopted = try await gateway.devices.adopt(id, try await adoption(content, entry, gateway))
            return answer(try await prefer(content, adopted, gateway))
        }
        router.on(.patch, "/api/v1/devices/{id}", access: .owner, .changeDevice) { request in
            let id = try request.parameter("id")
            let content = try RequestContent(request, fields: choices)
            let entry = try gateway.devices.entry(id)
            let changed = try await gateway.devices.change(id, try await adoption(content, entry, gateway))
            return answer(try await prefer(content, changed, gateway))
        }
        router.on(.delete, "/api/v1/devices/{id}", access: .owner, .forgetDevice) { request in
            try await gateway.devices.forget(try request.parameter("id"))
            return .empty()
        }
        router.post("/api/v1/devices/{id}/connect", access: .owner, .connectDevice) { request in
            answer(try await gateway.devices.resume(try request.parameter("id")))
        }
        router.post("/api/v1/devices/{id}/disconnect", access: .owner, .disconnectDevice) { request in
            answer(try await gateway.devices.pause(try request.parameter("id")))
        }
        router.post("/api/v1/devices/{id}/vibrate", access: .owner, .vibrateDevice) { request in
            let seconds = try RequestContent(request, fields: ["seconds"]).number("seconds") ?? 1
            guard (0.05...10).contains(seconds) else {
                throw Failure(.usage, "A device may buzz for 0.05 to 10 seconds, not for \(seconds).")
            }
            let entry = try gateway.devices.entry(try request.parameter("id"))
            guard (entry.status?.device ?? entry.found?.description)?.commands.contains(.vibrate) == true else {
                throw Failure(.usage, "\(entry.name) cannot buzz.")
            }
            try await gateway.devices.perform(.vibrate(seconds: seconds), on: entry.id)
            return .empty()
        }
    }

    private static func answer(_ entry: DeviceEntry) -> HTTPResponse {
        var json = JSONText()
        DeviceEntryDocument.write(entry, &json)
        return .json(json)
    }

    private static func adoption(
        _ content: RequestContent, _ entry: DeviceEntry, _ gateway: Gateway
    ) async throws -> DeviceAdoption {
        var adoption = DeviceAdoption()
        adoption.name = try content.text("name")
        adoption.profile = try content.text("profile")
        adoption.settings = try content.textsByName("settings")
        adoption.connectsByItself = try content.flag("connects_by_itself")
        if let streams = try content.texts("streams") {
            adoption.streams = Set(streams.map(Channel.init(rawValue:)))
            let known = Set(entry.streams.map(\.channel))
            if !known.isEmpty, let unknown = adoption.streams?.subtracting(known).map(\.rawValue).min() {
                throw Failure(.conflict, "\(entry.name) has no stream “\(unknown)”.")
            }
        }
        adoption.wearer = try await WearerRoutes.person(content, gateway)
        return adoption
    }

    /// In which groups of streams the device speaks for its wearer; in the others where it was chosen, the rule decides.
    private static func prefer(
        _ content: RequestContent, _ entry: DeviceEntry, _ gateway: Gateway
    ) async throws -> DeviceEntry {
        guard let names = try content.texts("preferred") else { return entry }
        let wanted = try Set(
            names.map { name in
                guard let group = StreamGroup(rawValue: name) else {
                    let known = StreamGroup.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Failure(.usage, "“\(name)” is no group of streams; there are \(known).")
                }
                return group
            })
        for group in StreamGroup.allCases where wanted.contains(group) != entry.preferred.contains(group) {
            try await gateway.devices.prefer(wanted.contains(group) ? entry.id : nil, for: group, of: entry.wearer?.id)
        }
        return try gateway.devices.entry(entry.id)
    }
}
