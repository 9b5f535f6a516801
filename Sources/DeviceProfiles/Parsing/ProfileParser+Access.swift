extension ProfileParser {
    func bluetooth(_ node: ProfileNode) -> BluetoothAccess? {
        let keys: Set = ["connect", "dialogue", "memory", "start", "stop", "notify", "read", "advert"]
        guard let object = node.object(keys) else { return nil }
        var access = BluetoothAccess()
        if let connect = object["connect"] { access.connect = self.connect(connect) }
        access.dialogue = object["dialogue"]?.identifier()
        access.memory = object["memory"]?.identifier()
        access.start = writes(object["start"], bus: .bluetooth)
        access.stop = writes(object["stop"], bus: .bluetooth)
        if !access.start.isEmpty, access.stop.isEmpty {
            node.report(
                "stop is missing: what is started must be stopped, or the device may stay awake until it is flat")
        }
        access.subscriptions = object["notify"]?.elements(limit: 16).compactMap(subscription) ?? []
        access.readings = object["read"]?.elements(limit: 16).compactMap(reading) ?? []
        access.adverts = object["advert"]?.elements(limit: 8).compactMap(advert) ?? []
        return access
    }

    private func connect(_ node: ProfileNode) -> BluetoothAccess.Connect {
        var connect = BluetoothAccess.Connect()
        let keys: Set = [
            "bond", "mtu", "min_mtu", "interval_ms", "supervision_ms", "silence_s", "keep_alive",
        ]
        guard let object = node.object(keys) else { return connect }
        connect.bonding = object["bond"]?.word(BluetoothAccess.Connect.Bonding.self) ?? .whenAsked
        connect.mtu = object["mtu"]?.integer(23...517)
        connect.minimumMTU = object["min_mtu"]?.integer(23...517)
        if let interval = object["interval_ms"] {
            let bounds = interval.elements(limit: 2).compactMap { $0.number() }
            if bounds.count == 2, bounds[0] >= 7.5, bounds[0] <= bounds[1], bounds[1] <= 4000 {
                connect.intervalMilliseconds = bounds[0]...bounds[1]
            } else {
                interval.report("two numbers from 7.5 to 4000 are expected, the smaller first")
            }
        }
        connect.supervisionMilliseconds = object["supervision_ms"]?.integer(100...32_000)
        connect.silenceSeconds = object["silence_s"]?.integer(1...86_400)
        if let alive = object["keep_alive"], let parts = alive.object(["write", "every_s"]) {
            let write = parts.required("write").flatMap(write)
            let seconds = parts.required("every_s")?.integer(1...86_400)
            guard let write, let seconds else { return connect }
            connect.keepAlive = BluetoothAccess.KeepAlive(write: write, everySeconds: seconds)
        }
        return connect
    }

    private func subscription(_ node: ProfileNode) -> BluetoothAccess.Subscription? {
        guard let object = node.object(["characteristic", "service", "frame", "indicate", "optional"]),
            let uuid = object.required("characteristic")?.uuid()
        else { return nil }
        return BluetoothAccess.Subscription(
            characteristic: uuid, service: object["service"]?.uuid(), frames: frameNames(object["frame"]),
            indications: object["indicate"]?.flag() ?? false, isOptional: object["optional"]?.flag() ?? false)
    }

    private func reading(_ node: ProfileNode) -> BluetoothAccess.Reading? {
        guard let object = node.object(["characteristic", "service", "frame", "every_s", "optional"]) else {
            return nil
        }
        let uuid = object.required("characteristic")?.uuid()
        let frame = object.required("frame")?.identifier()
        guard let uuid, let frame else { return nil }
        return BluetoothAccess.Reading(
            characteristic: uuid, service: object["service"]?.uuid(), frame: frame,
            everySeconds: object["every_s"]?.integer(1...86_400), isOptional: object["optional"]?.flag() ?? false)
    }

    private func advert(_ node: ProfileNode) -> BluetoothAccess.Advert? {
        guard let object = node.object(["manufacturer", "serviceData", "frame"]),
            let frame = object.required("frame")?.identifier()
        else { return nil }
        if object.has("manufacturer") == object.has("serviceData") {
            node.report("either manufacturer or serviceData is expected")
        }
        return BluetoothAccess.Advert(
            manufacturer: object["manufacturer"]?.word(), service: object["serviceData"]?.uuid(), frame: frame)
    }

    private func frameNames(_ node: ProfileNode?) -> [String] {
        node?.oneOrMore(limit: 16).compactMap { $0.identifier() } ?? []
    }

    func usb(_ node: ProfileNode) -> USBAccess? {
        guard let object = node.object(["serial", "hid", "start", "stop", "framing", "frame", "silence_s"]) else {
            return nil
        }
        var transport: USBAccess.Transport?
        if let serial = object["serial"] {
            transport = serialLine(serial).map { .serial($0) }
        } else if let hid = object.required("hid")?.object(["report_bytes"]) {
            transport = hid.required("report_bytes")?.integer(1...1024).map { .hid(reportBytes: $0) }
        }
        let framing = object.required("framing").flatMap(framing)
        let frames = frameNames(object.required("frame"))
        guard let transport, let framing else { return nil }
        var access = USBAccess(transport: transport, framing: framing, frames: frames)
        access.start = writes(object["start"], bus: .usb)
        access.stop = writes(object["stop"], bus: .usb)
        if !access.start.isEmpty, access.stop.isEmpty {
            node.report("stop is missing: what is started must be stopped")
        }
        access.silenceSeconds = object["silence_s"]?.integer(1...86_400)
        return access
    }

    private func serialLine(_ node: ProfileNode) -> USBAccess.SerialLine? {
        guard let object = node.object(["baud", "bits", "parity", "stop", "dtr", "rts", "latency_ms"]),
            let baud = object.required("baud")?.integer(50...12_000_000)
        else { return nil }
        return USBAccess.SerialLine(
            baud: baud, dataBits: object["bits"]?.integer(5...8) ?? 8,
            parity: object["parity"]?.word(USBAccess.SerialLine.Parity.self) ?? .none,
            stopBits: object["stop"]?.integer(1...2) ?? 1, dtr: object["dtr"]?.flag() ?? true,
            rts: object["rts"]?.flag() ?? true, latencyMilliseconds: object["latency_ms"]?.integer(1...255))
    }

    func framing(_ node: ProfileNode) -> StreamFraming? {
        let limit = FrameFormat.streamBytes
        guard
            let object = node.object([
                "kind", "end", "max", "length", "sync", "length_offset", "length_bytes", "length_add",
            ]), let kind = object.required("kind")?.text()
        else { return nil }
        let sync = object["sync"]?.oneOrMore(limit: 8).compactMap(bytePattern) ?? []
        switch kind {
        case "whole": return .whole
        case "cobs": return .cobs(maximum: object["max"]?.integer(1...limit) ?? 512)
        case "line":
            let end = object["end"]?.bytes(limit: 1) ?? [0x0A]
            guard end.count == 1 else {
                node.report("end is one byte")
                return nil
            }
            return .line(end: end[0], maximum: object["max"]?.integer(1...limit) ?? 512)
        case "fixed":
            guard let length = object.required("length")?.integer(1...limit) else { return nil }
            // None on purpose: the frame then has a check.
            if sync.isEmpty, !object.has("sync") {
                node.report("sync is missing: bytes by which the start of a frame is known")
            }
            return .fixed(length: length, sync: sync)
        case "prefixed":
            let offset = object.required("length_offset")?.integer(0...64)
            let bytes = object.required("length_bytes")?.integer(1...2)
            let maximum = object.required("max")?.integer(1...limit)
            guard let offset, let bytes, let maximum else { return nil }
            if sync.isEmpty, !object.has("sync") {
                node.report("sync is missing: bytes by which the start of a frame is known")
            }
            return .prefixed(
                sync: sync, lengthOffset: offset, lengthBytes: bytes,
                added: object["length_add"]?.integer(-64...1024) ?? 0, maximum: maximum)
        default:
            node.report("kind is one of line, fixed, prefixed, cobs, whole")
            return nil
        }
    }
}
