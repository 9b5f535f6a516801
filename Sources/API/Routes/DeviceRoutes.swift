import Devices
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Devices that are near or known, and what a person decides about them. `{id}` is the id of an entry or the name under
/// which the device's samples are kept.
enum DeviceRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.immediate(.devices) { _, request in DeviceListDocument(gateway, request.visibility(gateway)) }
        router.immediate(.device) { _, request in DeviceDocument(try request.entry(gateway)) }
        router.on(.adoptDevice) { asked, _ in
            let entry = try gateway.devices.entry(asked.device.id)
            let adopted = try await gateway.devices.adopt(asked.device.id, try await asked.adoption(of: entry, gateway))
            return DeviceDocument(try await prefer(asked.preferred, adopted, gateway))
        }
        router.on(.changeDevice) { asked, _ in
            let entry = try gateway.devices.entry(asked.device.id)
            let changed = try await gateway.devices.change(
                asked.device.id, try await asked.adoption(of: entry, gateway))
            return DeviceDocument(try await prefer(asked.preferred, changed, gateway))
        }
        router.on(.forgetDevice) { asked, _ in
            try await gateway.devices.forget(asked.id)
            return Nothing()
        }
        router.on(.connectDevice) { asked, _ in DeviceDocument(try await gateway.devices.resume(asked.id)) }
        router.on(.disconnectDevice) { asked, _ in DeviceDocument(try await gateway.devices.pause(asked.id)) }
        router.on(.pairDevice) { asked, _ in
            let entry = try gateway.devices.entry(asked.id)
            guard (entry.status?.device ?? entry.found?.description)?.commands.contains(.pairAnew) == true else {
                throw Failure(.conflict, "\(entry.name) is never paired.")
            }
            try await gateway.devices.perform(.pairAnew, on: entry.id)
            return Nothing()
        }
        router.on(.enterDeviceKey) { asked, _ in
            guard let key = DeviceKey(text: asked.key.text) else {
                throw Failure(.usage, "A key has 32 hexadecimal digits.")
            }
            try await gateway.devices.enter(key, for: asked.device.id)
            return Nothing()
        }
        router.on(.removeDeviceKey) { asked, _ in
            try await gateway.devices.enter(nil, for: asked.id)
            return Nothing()
        }
        router.on(.vibrateDevice) { asked, _ in
            let entry = try gateway.devices.entry(asked.device.id)
            guard (entry.status?.device ?? entry.found?.description)?.commands.contains(.vibrate) == true else {
                throw Failure(.usage, "\(entry.name) cannot buzz.")
            }
            try await gateway.devices.perform(.vibrate(seconds: asked.seconds ?? 1), on: entry.id)
            return Nothing()
        }
    }

    /// In which groups of streams the device speaks for its wearer; in the others where it was chosen, the rule decides.
    private static func prefer(
        _ wanted: [DeviceStreamGroup]?, _ entry: DeviceEntry, _ gateway: Gateway
    ) async throws -> DeviceEntry {
        guard let wanted else { return entry }
        for group in StreamGroup.allCases {
            let isWanted = wanted.contains(DeviceStreamGroup(group))
            guard isWanted != entry.preferred.contains(group) else { continue }
            try await gateway.devices.prefer(isWanted ? entry.id : nil, for: group, of: entry.wearer?.id)
        }
        return try gateway.devices.entry(entry.id)
    }
}

extension DeviceChoicesRequest {
    fileprivate func adoption(of entry: DeviceEntry, _ gateway: Gateway) async throws -> DeviceAdoption {
        var adoption = DeviceAdoption()
        (adoption.name, adoption.profile, adoption.settings) = (name, profile, settings)
        adoption.connectsByItself = connectsByItself
        if let streams {
            adoption.streams = Set(streams.map(Channel.init(rawValue:)))
            let known = Set(entry.streams.map(\.channel))
            if !known.isEmpty, let unknown = adoption.streams?.subtracting(known).map(\.rawValue).min() {
                throw Failure(.conflict, "\(entry.name) has no stream “\(unknown)”.")
            }
        }
        if case .name(let name) = wearer {
            adoption.wearerName = name
        } else if let wearer {
            adoption.wearer = try await WearerRoutes.person(wearer, gateway)
        }
        return adoption
    }
}
