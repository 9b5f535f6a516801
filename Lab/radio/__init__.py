"""Virtual wearables on a virtual radio: bumble is the adapter's controller and each peripheral's whole stack."""
