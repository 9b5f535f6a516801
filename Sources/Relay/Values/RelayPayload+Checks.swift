extension [String: RelayValue] {
    /// What is wrong with the payload: 7010 for a type that cannot be sent, then 7009 beyond `limit` bytes.
    func error(limit: Int) -> RelayError.Code? {
        guard RelayValue.dictionary(self).isSupported else { return .payloadUnsupportedTypes }
        return fits(limit) ? nil : .payloadTooLarge
    }
}
