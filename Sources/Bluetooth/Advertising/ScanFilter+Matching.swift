extension ScanFilter {
    /// Whether an advertisement is wanted: of each kind of condition that is given, one must hold.
    package func matches(_ advertisement: Advertisement) -> Bool {
        (services.isEmpty
            || services.contains { advertisement.services.contains($0) || advertisement.serviceData[$0] != nil })
            && (manufacturers.isEmpty || manufacturers.contains { advertisement.manufacturerData[$0] != nil })
            && (namePrefixes.isEmpty || namePrefixes.contains { advertisement.name?.hasPrefix($0) == true })
    }
}
