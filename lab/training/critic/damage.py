"""Damages a right matte as answers go wrong: parts lost or added along colours, haze, holes, holes filled, stripes, specks, a shadow kept."""

import numpy as np
from scipy import ndimage

Random = np.random.Generator


def damaged(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """matte [H,W] in 0..1 and its picture [H,W,3] in 0..1 to a worse matte."""
    kinds = [lost, lost, lost, added, added, added, haze, hole, filled, stripes, specks, shadow]
    for _ in range(1 if random.random() < 0.65 else 2):
        matte = kinds[random.integers(len(kinds))](matte, picture, random)
    return np.clip(matte, 0, 1)


def lost(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """A part of one colour or several is gone, in full or in half."""
    area = matte * grown_part(matte > 0.5, picture, random, random.uniform(0.015, 0.7) ** 1.5)
    return matte * (1 - strength(random) * softened(area, random))


def added(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """A part of the background is there, beside the subject or near it."""
    near = near_to(matte > 0.5, int(random.integers(4, 60)))
    area = grown_part(near & (matte < 0.3), picture, random, random.uniform(0.015, 0.7) ** 1.5, (matte > 0.5).sum())
    return np.maximum(matte, strength(random) * softened(area, random))


def haze(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """A place is half transparent, in the subject, beside it, or both."""
    field = blob(matte > 0.5, random)
    inside = matte * (1 - random.uniform(0.25, 0.9) * field)
    outside = np.maximum(matte, random.uniform(0.15, 0.8) * field)
    way = random.random()
    return inside if way < 0.45 else outside if way < 0.8 else np.where(matte > 0.5, inside, outside)


def hole(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """A hole well inside the subject."""
    deep = ~near_to(matte <= 0.8, int(random.integers(3, 9)))
    if not deep.any():
        return lost(matte, picture, random)
    area = grown_part(deep, picture, random, random.uniform(0.01, 0.15), (matte > 0.5).sum())
    return matte * (1 - strength(random) * softened(area, random))


def filled(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """Gaps between parts of the subject are subject."""
    subject = matte > 0.4
    reach = int(random.integers(6, 28))
    closed = ~near_to(~near_to(np.pad(subject, 30), reach), reach)[30:-30, 30:-30]
    gaps = closed & ~subject
    if gaps.sum() < 0.01 * subject.sum():
        return added(matte, picture, random)
    return np.maximum(matte, strength(random) * softened(gaps, random))


def stripes(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """Stripes or one tone of a pattern are gone."""
    grey = picture.mean(-1)
    area = blob(matte > 0.5, random) > 0.3
    if random.random() < 0.5:
        steps = ndimage.gaussian_filter(grey, 1) - ndimage.gaussian_filter(grey, 9)
        light = (
            steps * random.choice([-1, 1]) > np.quantile(np.abs(steps[matte > 0.5]), 0.5)
            if (matte > 0.5).any()
            else steps > 1
        )
    else:
        y, x = np.mgrid[: grey.shape[0], : grey.shape[1]]
        turn = random.uniform(0, np.pi)
        light = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / random.uniform(7, 22)) > random.uniform(
            -0.2, 0.6
        )
    return matte * (1 - strength(random) * softened(area & light, random))


def specks(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """Crumbs beside the subject, or small holes in it."""
    field = ndimage.gaussian_filter(random.normal(size=matte.shape), random.uniform(2, 6))
    near = near_to(matte > 0.5, int(random.integers(10, 70)))
    crumbs = (field > np.quantile(field, random.uniform(0.93, 0.99))) & near
    if random.random() < 0.3:
        return matte * (1 - strength(random) * softened(crumbs, random))
    return np.maximum(matte, strength(random) * softened(crumbs, random))


def shadow(matte: np.ndarray, picture: np.ndarray, random: Random) -> np.ndarray:
    """What is dark below the subject is kept."""
    rows, columns = np.nonzero(matte > 0.5)
    if not len(rows):
        return matte
    foot, left, right = rows.max(), columns.min(), columns.max()
    wide = max(6, right - left)
    y, x = np.mgrid[: matte.shape[0], : matte.shape[1]]
    middle, high = (left + right) / 2 + random.normal(0, 0.15) * wide, random.uniform(0.04, 0.25) * wide
    away = ((x - middle) / (wide * random.uniform(0.3, 0.8))) ** 2 + ((y - foot) / high) ** 2
    area = away < 1
    grey = picture.mean(-1)
    dark = area & (grey <= np.quantile(grey[area], random.uniform(0.4, 1))) if area.any() else area
    return np.maximum(matte, strength(random) * softened(dark, random))


def near_to(mask: np.ndarray, reach: int) -> np.ndarray:
    """What is at most so many pixels across and down from it."""
    return ndimage.uniform_filter(mask.astype(np.float32), 2 * reach + 1, mode="constant") > 1e-6


def strength(random: Random) -> float:
    """How much of a part is wrong: mostly all."""
    return 1.0 if random.random() < 0.55 else random.uniform(0.3, 1)


def softened(area: np.ndarray, random: Random) -> np.ndarray:
    """A part with an edge as networks leave it, now and then patchy."""
    area = ndimage.gaussian_filter(area.astype(np.float32), random.uniform(0.4, 2.5))
    if random.random() < 0.3:
        field = ndimage.zoom(random.normal(size=(9, 9)), area.shape[0] / 9, order=1)
        area = area * (1 / (1 + np.exp(-3 * (field + random.uniform(0, 1)))))
    return area


def blob(where: np.ndarray, random: Random) -> np.ndarray:
    """A soft ellipse around a place of it, 0..1."""
    rows, columns = np.nonzero(where)
    if not len(rows):
        return np.zeros(where.shape, np.float32)
    at, reach = random.integers(len(rows)), max(12, where.sum() ** 0.5)
    y, x = np.mgrid[: where.shape[0], : where.shape[1]]
    wide, high = random.uniform(0.12, 0.6, 2) * reach
    return np.exp(-((((x - columns[at]) / wide) ** 2 + ((y - rows[at]) / high) ** 2) ** random.uniform(1, 3)))


def grown_part(allowed: np.ndarray, picture: np.ndarray, random: Random, share: float, of: int = 0) -> np.ndarray:
    """Neighbouring patches of the picture's colours inside what is allowed, up to about a share of it or of `of` pixels."""
    wanted = max(60, share * (of or allowed.sum()))
    patches = patches_of(picture, random) * allowed
    part = np.zeros_like(allowed)
    rows, columns = np.nonzero(allowed)
    if not len(rows):
        return part
    at = random.integers(len(rows))
    for _ in range(12):
        mine = patches == patches[rows[at], columns[at]]
        if part.sum() + mine.sum() > 2 * wanted:
            y, x = np.mgrid[: allowed.shape[0], : allowed.shape[1]]
            turn = random.uniform(0, 2 * np.pi)
            along = (x - columns[at]) * np.cos(turn) + (y - rows[at]) * np.sin(turn)
            round_ = np.hypot(x - columns[at], y - rows[at]) if random.random() < 0.6 else along
            inside = np.where(mine & ~part, round_, np.inf)
            count = int(min(max(20, wanted - part.sum()), (mine & ~part).sum()))
            if count:
                part |= inside <= np.partition(inside.ravel(), count - 1)[count - 1]
            break
        part |= mine
        if part.sum() >= wanted:
            break
        beside = near_to(part, 3) & allowed & ~part
        rows, columns = np.nonzero(beside if beside.any() else allowed & ~part)
        if not len(rows):
            break
        at = random.integers(len(rows))
    return part


def patches_of(picture: np.ndarray, random: Random) -> np.ndarray:
    """Numbers from 1 of connected patches of like colour: k-means of colour and place, at half the size."""
    half = picture.reshape(picture.shape[0] // 2, 2, picture.shape[1] // 2, 2, 3).mean((1, 3))
    side = half.shape[0]
    y, x = np.mgrid[:side, :side] / side * random.uniform(0.1, 0.6)
    flat = np.dstack([half, y, x]).astype(np.float32).reshape(-1, 5)
    small = flat[::7]
    middles = small[random.integers(0, len(small), random.integers(4, 12))]
    for _ in range(4):
        nearest = nearest_of(small, middles)
        sums = np.stack([np.bincount(nearest, small[:, i], len(middles)) for i in range(5)], 1)
        count = np.bincount(nearest, minlength=len(middles))[:, None]
        middles = np.where(count > 0, sums / np.maximum(count, 1), middles).astype(np.float32)
    nearest = nearest_of(flat, middles).reshape(side, side)
    patches, count = np.zeros((side, side), np.int32), 0
    for k in range(len(middles)):
        numbers, found = ndimage.label(nearest == k)
        patches += np.where(numbers > 0, numbers + count, 0)
        count += found
    return patches.repeat(2, 0).repeat(2, 1)


def nearest_of(points: np.ndarray, middles: np.ndarray) -> np.ndarray:
    """The index of the nearest middle of each point."""
    return ((middles**2).sum(1) - 2 * points @ middles.T).argmin(1)
