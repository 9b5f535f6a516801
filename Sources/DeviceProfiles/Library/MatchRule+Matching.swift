extension MatchRule {
    /// Whether everything that the rule gives holds for `subject`.
    package func matches(_ subject: ProfileSubject) -> Bool {
        switch (self, subject) {
        case (.bluetooth(let rule), .bluetooth(let subject)): rule.matches(subject)
        case (.usb(let rule), .usb(let subject)): rule.matches(subject)
        case (.file(let rule), .file(let subject)): rule.matches(subject)
        default: false
        }
    }
}

extension MatchRule.BluetoothRule {
    func matches(_ subject: ProfileSubject.BluetoothSubject) -> Bool {
        if let name { guard let said = subject.name, name.matches(said) else { return false } }
        if let service { guard subject.services.contains(service) else { return false } }
        if let serviceData {
            guard let said = subject.serviceData[serviceData] else { return false }
            if manufacturer == nil, let data, !data.matches(said.span.bytes) { return false }
        }
        if let manufacturer {
            guard let said = subject.manufacturerData[manufacturer] else { return false }
            if let data, !data.matches(said.span.bytes) { return false }
        }
        if let address { guard subject.address == address else { return false } }
        return true
    }
}

extension MatchRule.USBRule {
    func matches(_ subject: ProfileSubject.USBSubject) -> Bool {
        guard vendor.map({ $0 == subject.vendor }) ?? true, product.map({ $0 == subject.product }) ?? true,
            Self.fits(manufacturer, subject.manufacturer), Self.fits(productName, subject.productName),
            Self.fits(serial, subject.serial)
        else { return false }
        guard let interface else { return true }
        return subject.interfaces.contains { codes in
            zip(interface, codes).allSatisfy { $0 < 0 || $0 == Int($1) }
        }
    }

    private static func fits(_ pattern: NamePattern?, _ text: String?) -> Bool {
        guard let pattern else { return true }
        return text.map(pattern.matches) ?? false
    }
}

extension MatchRule.FileRule {
    func matches(_ subject: ProfileSubject.FileSubject) -> Bool {
        (name?.matches(subject.name) ?? true) && (magic?.matches(subject.head.span.bytes) ?? true)
    }
}
