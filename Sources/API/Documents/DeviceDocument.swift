import Bluetooth
import Devices
import Documents
import Gateway
import Recordings
import Runtime
import Signals
import Store

extension DeviceDocument {
    /// One device as the list of devices shows it.
    init(_ entry: DeviceEntry) {
        let description = entry.status?.device ?? entry.found?.description
        self.init()
        (id, device, name) = (entry.id, entry.device?.rawValue, entry.name)
        (maker, model) = (description?.identity.maker, description?.identity.model)
        (serial, firmware) = (description?.identity.serial, description?.identity.firmware)
        kind = description?.word
        isSynthetic = description?.isSynthetic == true
        isPreview = description?.isPreview == true
        (bus, consent) = (entry.bus.map { DeviceBus($0) }, Consent(entry.consent))
        (isNear, seen, obstacle) = (entry.isNear, entry.found?.seen, entry.found?.obstacle)
        profiles = entry.profiles
        files = (entry.found?.files ?? []).map { String($0.split(separator: "/").last ?? "") }
        (stage, reason, nextStep) = (entry.stage.rawValue, entry.reason, entry.nextStep)
        steps = entry.steps.map { Step($0) }
        commands = description?.commands.map(\.rawValue).sorted() ?? []
        takeChoices(entry)
        takeStatus(entry.status, found: entry.found)
    }

    private mutating func takeChoices(_ entry: DeviceEntry) {
        (givenName, profile) = (entry.known?.givenName, entry.known?.profile)
        settings = entry.known?.settings ?? [:]
        connectsByItself = entry.known?.connectsByItself ?? (entry.consent == .commandLine)
        isPaused = entry.known?.isPaused ?? false
        streams = entry.streams.map { Stream($0) }
        preferred = entry.preferred.sorted { $0.rawValue < $1.rawValue }.map { DeviceStreamGroup($0) }
        wearer = entry.wearer.map { WearerDocument($0) }
    }

    private mutating func takeStatus(_ status: DeviceStatus?, found: FoundDevice?) {
        rssi = status?.rssi ?? found?.rssi
        rssiNote = rssi == nil ? Self.noSignal(found?.bus) : nil
        guard let status else { return batteryNote = DeviceStatus.noCharge }
        link = DeviceLinkDocument(status)
        (battery, batteryNote) = (status.batteryPercent, status.batteryWords)
        (wear, contact) = (DeviceWear(status.contact), status.contact)
        losses = DeviceLossesDocument(status)
    }

    /// Why there is no signal strength.
    private static func noSignal(_ bus: FoundDevice.Bus?) -> String {
        switch bus {
        case .usb, .volume: "It is plugged in and has no radio signal."
        case .ant: "Its ANT+ stick does not tell how strong the signal is."
        case .bluetooth: "It has not been heard yet."
        case nil: "It has not been found since the gateway started."
        }
    }
}

extension DeviceDocument.Consent {
    fileprivate init(_ consent: DeviceEntry.Consent) {
        self =
            switch consent {
            case .none: .none
            case .given: .given
            case .commandLine: .commandLine
            }
    }
}

extension DeviceDocument.Stream {
    fileprivate init(_ stream: DeviceEntry.Stream) {
        self.init()
        (channel, unit, rate) = (stream.channel.rawValue, stream.unit.rawValue, stream.rate)
        (isAllowed, isRefused) = (stream.isAllowed, stream.isRefused)
    }
}

extension DeviceDocument.Step {
    fileprivate init(_ step: DeviceEntry.Step) {
        self.init()
        (time, stage, reason, nextStep) = (step.time, step.stage.rawValue, step.reason, step.nextStep)
    }
}

extension DeviceBus {
    init(_ bus: FoundDevice.Bus) {
        self =
            switch bus {
            case .bluetooth: .bluetooth
            case .usb: .usb
            case .ant: .ant
            case .volume: .volume
            }
    }
}

extension DeviceStreamGroup {
    init(_ group: StreamGroup) {
        self =
            switch group {
            case .heart: .heart
            case .motion: .motion
            }
    }
}

extension BusDocument {
    init(_ bus: FoundDevice.Bus, obstacle: String?) {
        self.init()
        (self.bus, self.obstacle) = (DeviceBus(bus), obstacle)
    }
}

extension AdapterDocument {
    fileprivate init(_ adapter: BluetoothAdapter) {
        self.init()
        (name, address, isPowered) = (adapter.name, adapter.address?.description, adapter.isPowered)
        (links, problem) = (adapter.links, adapter.problem)
        (activeScanShare, powerCycles, portResets) = (adapter.airtime.share, adapter.powerCycles, adapter.busResets)
    }
}

extension DeviceListDocument {
    /// The devices of which somebody may know, and the buses on which they are looked for.
    init(_ gateway: Gateway, _ visibility: Visibility) {
        self.init()
        devices = gateway.devices.entries.filter { HTTPRequest.isKnown($0, to: visibility) }.map { DeviceDocument($0) }
        let obstacles = gateway.devices.obstacles
        buses = gateway.devices.buses.union(obstacles.keys).sorted { $0.rawValue < $1.rawValue }
            .map { bus in
                var document = BusDocument(bus, obstacle: obstacles[bus])
                if bus == .bluetooth {
                    let adapters = gateway.configuration.bluetoothAdapters()
                    document.adapters = adapters.isEmpty ? nil : adapters.map { AdapterDocument($0) }
                }
                return document
            }
    }
}
