import Documents
import Runtime

extension ProfileParser {
    func matchRule(_ node: ProfileNode) -> MatchRule? {
        guard let members = node.value.object, case .string(let bus)? = members["bus"] else {
            node.report("bus is missing: ble, usb or file")
            return nil
        }
        switch bus {
        case "ble": return bluetoothRule(node)
        case "usb": return usbRule(node)
        case "file": return fileRule(node)
        default:
            node.report("bus is one of ble, usb, file")
            return nil
        }
    }

    private func bluetoothRule(_ node: ProfileNode) -> MatchRule? {
        let keys: Set = ["bus", "name", "service", "serviceData", "manufacturer", "data", "address"]
        guard let object = node.object(keys) else { return nil }
        let rule = MatchRule.BluetoothRule(
            name: object["name"].flatMap { pattern($0, literals: 3) }, service: object["service"]?.uuid(),
            serviceData: object["serviceData"]?.uuid(), manufacturer: object["manufacturer"]?.word(),
            data: object["data"].flatMap(bytePattern), address: object["address"].flatMap(address))
        if object.members.count < 2 { node.report("a rule must ask for something") }
        if rule.data != nil, rule.manufacturer == nil, rule.serviceData == nil {
            node.report("data belong to a manufacturer or to serviceData")
        }
        return .bluetooth(rule)
    }

    private func usbRule(_ node: ProfileNode) -> MatchRule? {
        let keys: Set = ["bus", "vid", "pid", "manufacturer", "product", "serial", "interface"]
        guard let object = node.object(keys) else { return nil }
        let interface = object["interface"]?.elements(limit: 3).map { $0.integer(-1...255) ?? -1 }
        let rule = MatchRule.USBRule(
            vendor: object["vid"]?.word(), product: object["pid"]?.word(),
            manufacturer: object["manufacturer"].flatMap { pattern($0, literals: 3) },
            productName: object["product"].flatMap { pattern($0, literals: 3) },
            serial: object["serial"].flatMap { pattern($0, literals: 3) }, interface: interface)
        if let interface, interface.count != 3 { node.report("interface is class, subclass and protocol, -1 for any") }
        if rule.vendor == nil, rule.productName == nil, rule.manufacturer == nil, rule.serial == nil {
            node.report("a rule needs vid, manufacturer, product or serial")
        }
        return .usb(rule)
    }

    private func fileRule(_ node: ProfileNode) -> MatchRule? {
        guard let object = node.object(["bus", "name", "magic"]) else { return nil }
        if object.members.count < 2 { node.report("a rule must ask for something") }
        return .file(
            MatchRule.FileRule(
                name: object["name"].flatMap { pattern($0, literals: 3) }, magic: object["magic"].flatMap(bytePattern)))
    }

    func pattern(_ node: ProfileNode, literals: Int) -> NamePattern? {
        guard let text = node.text(limit: 64) else { return nil }
        let pattern = NamePattern(text)
        guard pattern.literalCount >= literals else {
            node.report("a name needs at least \(literals) characters besides * and ?")
            return nil
        }
        return pattern
    }

    func bytePattern(_ node: ProfileNode) -> BytePattern? {
        if node.value.string != nil { return node.bytes(limit: 64).map { BytePattern(bytes: $0) } }
        guard let object = node.object(["offset", "bytes", "mask"]),
            let bytes = object.required("bytes")?.bytes(limit: 64)
        else { return nil }
        let mask = object["mask"]?.bytes(limit: 64)
        guard !bytes.isEmpty, mask.map({ $0.count == bytes.count }) ?? true else {
            node.report("a mask is as long as its bytes, and both are not empty")
            return nil
        }
        return BytePattern(
            offset: object["offset"]?.integer(0...FrameFormat.streamBytes) ?? 0, bytes: bytes, mask: mask)
    }

    private func address(_ node: ProfileNode) -> String? {
        guard let text = node.value.string?.uppercased(), text.utf8.count == 17,
            text.utf8.enumerated().allSatisfy({ index, byte in
                index % 3 == 2 ? byte == UInt8(ascii: ":") : ProfileNode.isHexadecimal(byte)
            })
        else {
            node.report("an address such as F1:F2:F3:F4:F5:F6 is expected")
            return nil
        }
        return text
    }

    func confirmation(_ node: ProfileNode) -> Confirmation? {
        guard let object = node.object(["characteristic", "text", "frame"]) else { return nil }
        if let frame = object["frame"] {
            if object.members.count > 1 { node.report("frame stands alone") }
            return frame.identifier().map { .firstFrame($0) }
        }
        guard let uuid = object.required("characteristic")?.uuid() else { return nil }
        guard let text = object["text"] else { return .characteristic(uuid) }
        return pattern(text, literals: 1).map { .text(characteristic: uuid, pattern: $0) }
    }
}
