//===- IntTuple.cpp - Hierarchical integer tuples and layouts -------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/IntTuple.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// Leaf
//===----------------------------------------------------------------------===//

bool Leaf::operator==(const Leaf &other) const {
  if (kind != other.kind || basis != other.basis)
    return false;
  switch (kind) {
  case Kind::None:
    return true;
  case Kind::Static:
    return value == other.value;
  case Kind::Dynamic:
    return value == other.value && dynamicWidth == other.dynamicWidth;
  }
  llvm_unreachable("all kinds are covered");
}

static void printLeaf(raw_ostream &os, const Leaf &leaf) {
  switch (leaf.kind) {
  case Leaf::Kind::None:
    os << '*';
    return;
  case Leaf::Kind::Static:
    os << leaf.value;
    break;
  case Leaf::Kind::Dynamic: {
    os << '?';
    bool wide = leaf.dynamicWidth != 32;
    bool divisible = leaf.value != 1;
    if (wide || divisible) {
      os << '{';
      if (wide)
        os << 'i' << leaf.dynamicWidth;
      if (wide && divisible)
        os << ' ';
      if (divisible)
        os << "div=" << leaf.value;
      os << '}';
    }
    break;
  }
  }
  for (int32_t mode : leaf.basis)
    os << 'E' << mode;
}

//===----------------------------------------------------------------------===//
// IntTuple
//===----------------------------------------------------------------------===//

int64_t IntTuple::depth() const {
  if (isLeaf())
    return 0;
  int64_t deepest = 0;
  for (const IntTuple &child : children)
    deepest = std::max(deepest, child.depth());
  return deepest + 1;
}

bool IntTuple::isStatic() const {
  if (isLeaf())
    return leaf.isStatic();
  return llvm::all_of(children,
                      [](const IntTuple &child) { return child.isStatic(); });
}

void IntTuple::getLeaves(SmallVectorImpl<Leaf> &leaves) const {
  if (isLeaf()) {
    leaves.push_back(leaf);
    return;
  }
  for (const IntTuple &child : children)
    child.getLeaves(leaves);
}

int64_t IntTuple::getNumDynamicLeaves() const {
  if (isLeaf())
    return leaf.isDynamic();
  int64_t count = 0;
  for (const IntTuple &child : children)
    count += child.getNumDynamicLeaves();
  return count;
}

bool IntTuple::isCongruent(const IntTuple &other) const {
  if (isLeaf() != other.isLeaf() || rank() != other.rank())
    return false;
  return llvm::all_of_zip(
      children, other.children,
      [](const IntTuple &a, const IntTuple &b) { return a.isCongruent(b); });
}

bool IntTuple::operator==(const IntTuple &other) const {
  if (isLeaf() != other.isLeaf())
    return false;
  if (isLeaf())
    return leaf == other.leaf;
  return children == other.children;
}

void IntTuple::print(raw_ostream &os) const {
  if (isLeaf()) {
    printLeaf(os, leaf);
    return;
  }
  os << '(';
  llvm::interleave(
      children, os, [&](const IntTuple &child) { child.print(os); }, ",");
  os << ')';
}

std::string IntTuple::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

// The encoding is the tree in prefix order. A tuple is its rank as a positive
// number; a leaf is -(1 + kind + 4 * width-is-64 + 8 * basis depth), then its
// value, then the modes of its basis vector.
void IntTuple::encode(SmallVectorImpl<int64_t> &out) const {
  if (!isLeaf()) {
    out.push_back(rank());
    for (const IntTuple &child : children)
      child.encode(out);
    return;
  }
  int64_t tag = static_cast<int64_t>(leaf.kind) +
                (leaf.isDynamic() && leaf.dynamicWidth == 64 ? 4 : 0) +
                8 * static_cast<int64_t>(leaf.basis.size());
  out.push_back(-1 - tag);
  out.push_back(leaf.isNone() ? 0 : leaf.value);
  out.append(leaf.basis.begin(), leaf.basis.end());
}

IntTuple IntTuple::decodeOne(ArrayRef<int64_t> &data) {
  int64_t head = data.front();
  data = data.drop_front();
  if (head > 0) {
    std::vector<IntTuple> children;
    children.reserve(head);
    for (int64_t i = 0; i < head; ++i)
      children.push_back(decodeOne(data));
    return children;
  }
  int64_t tag = -1 - head;
  Leaf leaf;
  leaf.kind = static_cast<Leaf::Kind>(tag & 3);
  leaf.dynamicWidth = (tag & 4) ? 64 : 32;
  leaf.value = data.front();
  data = data.drop_front();
  for (int64_t mode : data.take_front(tag / 8))
    leaf.basis.push_back(static_cast<int32_t>(mode));
  data = data.drop_front(tag / 8);
  return leaf;
}

IntTuple IntTuple::decode(ArrayRef<int64_t> data) {
  IntTuple result = decodeOne(data);
  assert(data.empty() && "trailing data after a tuple");
  return result;
}

//===----------------------------------------------------------------------===//
// Layout, Tile, Swizzle
//===----------------------------------------------------------------------===//

void Layout::print(raw_ostream &os) const {
  shape.print(os);
  os << ':';
  stride.print(os);
}

std::string Layout::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

bool Tile::operator==(const Tile &other) const {
  return bracketed == other.bracketed && entries == other.entries;
}

static void printEntry(raw_ostream &os, const Tile::Entry &entry) {
  if (const Leaf *leaf = std::get_if<Leaf>(&entry))
    printLeaf(os, *leaf);
  else if (const Layout *layout = std::get_if<Layout>(&entry))
    layout->print(os);
  else
    std::get<Tile>(entry).print(os);
}

void Tile::print(raw_ostream &os) const {
  if (!bracketed) {
    printEntry(os, entries.front());
    return;
  }
  os << '[';
  llvm::interleave(
      entries, os, [&](const Entry &entry) { printEntry(os, entry); }, "|");
  os << ']';
}

std::string Tile::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

void Swizzle::print(raw_ostream &os) const {
  os << "S<" << mask << ',' << base << ',' << shift << '>';
}

std::string Swizzle::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}
